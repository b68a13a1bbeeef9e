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
      const area = world.extent();
      const scale = 400 / Math.max(area.right - area.left, area.bottom - area.top);
      const [width, height] = [Math.round((area.right - area.left) * scale), Math.round((area.bottom - area.top) * scale)];
      if (element.width !== width || element.height !== height) [element.width, element.height] = [width, height];
      if (version !== world.mapVersion) {
        ground = map.known && map.width > 0 && map.height > 0 ? paintTerrain(map) : null;
        version = world.mapVersion;
      }
      const factor = scale;
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.fillStyle = "#454b43";
      context.fillRect(0, 0, width, height);
      context.setTransform(factor, 0, 0, factor, -area.left * factor, -area.top * factor);
      if (ground) context.drawImage(ground, 0, 0, map.width * map.tileSize, map.height * map.tileSize);
      for (const actor of world.actors) {
        const structure = (actor.flags & flags.structure) !== 0;
        if (actor.owner === 0 && !structure) continue;
        const side = (structure ? 9 : 6) / factor;
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
    const element = canvas.current;
    if (!session.world.map || !element) return;
    const box = element.getBoundingClientRect();
    const area = session.world.extent();
    camera.centre(area.left + ((event.clientX - box.left) / box.width) * (area.right - area.left), area.top + ((event.clientY - box.top) / box.height) * (area.bottom - area.top));
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
