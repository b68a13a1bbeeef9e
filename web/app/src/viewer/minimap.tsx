// SPDX-License-Identifier: GPL-3.0-or-later
// The whole map, small: who is where, where it just happened, what is shown.
import { useEffect, useRef } from "preact/hooks";
import { flags } from "../rtsm/actors";
import type { Camera } from "./camera";
import type { Session } from "./session";
import { paintTerrain } from "./terrain";

export function Minimap({ session, camera }: { session: Session; camera: Camera }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext("2d");
    if (!element || !context) return;
    const { world } = session;
    let ground: HTMLCanvasElement | null = null;
    let version = -1;
    const paint = () => {
      const map = world.map;
      if (!map) return;
      const size = 200;
      const scale = size / Math.max(map.width, map.height);
      const [width, height] = [Math.round(map.width * scale), Math.round(map.height * scale)];
      if (element.width !== width * 2) [element.width, element.height] = [width * 2, height * 2];
      if (version !== world.mapVersion) {
        ground = paintTerrain(map);
        version = world.mapVersion;
      }
      context.setTransform(1, 0, 0, 1, 0, 0);
      if (ground) context.drawImage(ground, 0, 0, element.width, element.height);
      const factor = (2 * scale) / map.tileSize;
      context.setTransform(factor, 0, 0, factor, 0, 0);
      for (const actor of world.actors) {
        const structure = (actor.flags & flags.structure) !== 0;
        if (actor.owner === 0 && !structure) continue;
        const side = (structure ? 5 : 3.5) / factor;
        context.fillStyle = world.colour(actor.owner);
        context.fillRect(actor.x - side / 2, actor.y - side / 2, side, side);
      }
      const now = performance.now();
      for (const effect of world.effects) {
        if (effect.kind !== "death" && effect.kind !== "rejected" && effect.kind !== "blast") continue;
        context.strokeStyle = effect.kind === "rejected" ? "#ff7d54" : "#ffffff";
        context.lineWidth = 2 / factor;
        context.beginPath();
        context.arc(effect.x, effect.y, (4 + 8 * Math.min(1, (now - effect.at) / effect.lasts)) / factor, 0, 2 * Math.PI);
        context.stroke();
      }
      context.strokeStyle = "#ffffff";
      context.lineWidth = 2 / factor;
      const [left, top] = camera.world(0, 0);
      context.strokeRect(left, top, camera.width / camera.zoom, camera.height / camera.zoom);
    };
    const timer = setInterval(paint, 120);
    return () => clearInterval(timer);
  }, [session, camera]);
  const go = (event: PointerEvent) => {
    const map = session.world.map;
    const element = canvas.current;
    if (!map || !element) return;
    const box = element.getBoundingClientRect();
    camera.centre(((event.clientX - box.left) / box.width) * map.width * map.tileSize, ((event.clientY - box.top) / box.height) * map.height * map.tileSize);
  };
  return (
    <canvas
      ref={canvas}
      class="minimap"
      role="img"
      aria-label="The whole map, small"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        go(event);
      }}
      onPointerMove={(event) => event.buttons === 1 && go(event)}
    />
  );
}
