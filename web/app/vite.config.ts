// SPDX-License-Identifier: GPL-3.0-or-later
// How the app is built: relative addresses only, so that it works below any
// path, and names made from content, so that the same source gives the same
// files on any machine.
import { defineConfig } from "vite";

export default defineConfig({
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "../assets/dist",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rollupOptions: {
      output: {
        entryFileNames: "assets/[name]-[hash].js",
        chunkFileNames: "assets/[name]-[hash].js",
        assetFileNames: "assets/[name]-[hash][extname]",
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      "/api": "http://127.0.0.1:8480",
      "/session": "http://127.0.0.1:8480",
      "/ws": { target: "ws://127.0.0.1:8480", ws: true },
    },
  },
});
