// SPDX-License-Identifier: GPL-3.0-or-later
// The canvas of the world: pointer, wheel and touch, and one frame after another.
import { useEffect, useRef } from "preact/hooks";
import { flags } from "../rtsm/actors";
import type { Camera } from "./camera";
import { cameraAt, Painter, pick, type Options } from "./draw";
import type { Session } from "./session";
import type { Drawn } from "./world";

export interface StageState {
  options: Options;
  follow: boolean;
  followCamera: number | null;
}

interface Props {
  session: Session;
  camera: Camera;
  state: StageState;
  /** tool gets a place of the world instead of the selection; null selects. */
  tool: ((x: number, y: number, on: Drawn | null) => void) | null;
  order: ((x: number, y: number, on: Drawn | null) => void) | null;
  onSelect: (ids: number[]) => void;
  label: string;
}

export function Stage({ session, camera, state, tool, order, onSelect, label }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const latest = useRef({ state, tool, order, onSelect });
  latest.current = { state, tool, order, onSelect };
  const drawn = useRef<Drawn[]>([]);

  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext("2d");
    if (!element || !context) return;
    const painter = new Painter(session.world);
    let running = true;
    let fitted = 0;
    const resize = () => {
      const ratio = Math.min(2, devicePixelRatio || 1);
      camera.resize(element.clientWidth, element.clientHeight);
      element.width = Math.round(element.clientWidth * ratio);
      element.height = Math.round(element.clientHeight * ratio);
    };
    const observer = new ResizeObserver(resize);
    observer.observe(element);
    resize();
    const frame = (now: number) => {
      if (!running) return;
      requestAnimationFrame(frame);
      const { world } = session;
      const { state } = latest.current;
      if (world.map) {
        const area = world.extent();
        const size = area.right - area.left + area.bottom - area.top;
        if (size !== fitted) {
          camera.bound(area.left, area.top, area.right, area.bottom);
          if (!camera.touched) camera.fit();
          fitted = size;
        }
      }
      if (state.followCamera !== null) {
        const recorded = world.timeline?.cameras.find((one) => one.player === state.followCamera);
        const at = recorded && cameraAt(recorded.points, world.tick);
        if (at) camera.centre(at.x, at.y);
      } else if (state.follow) {
        const first = drawn.current.find((actor) => state.options.selected.has(actor.id));
        if (first) camera.centre(first.drawX, first.drawY);
      }
      drawn.current = painter.paint(context, camera, element.width / Math.max(1, element.clientWidth), state.options, now);
    };
    requestAnimationFrame(frame);
    return () => {
      running = false;
      observer.disconnect();
    };
  }, [session, camera]);

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    return attachPointers(element, camera, {
      place: (sx, sy) => {
        const [x, y] = camera.world(sx, sy);
        return { x, y, on: pick(session.world, drawn.current, camera, x, y) };
      },
      click: (spot, add) => {
        const { tool, onSelect, state } = latest.current;
        if (tool) tool(spot.x, spot.y, spot.on);
        else onSelect(spot.on ? (add ? [...state.options.selected, spot.on.id] : [spot.on.id]) : []);
      },
      contextClick: (spot) => latest.current.order?.(spot.x, spot.y, spot.on),
      box: (x1, y1, x2, y2) => {
        const inside = drawn.current.filter(
          (actor) => (actor.flags & (flags.structure | flags.hidden)) === 0 && actor.drawX >= Math.min(x1, x2) && actor.drawX <= Math.max(x1, x2) && actor.drawY >= Math.min(y1, y2) && actor.drawY <= Math.max(y1, y2),
        );
        const owner = inside[0]?.owner;
        latest.current.onSelect(inside.filter((actor) => actor.owner === owner).map((actor) => actor.id));
      },
      hover: (id) => (latest.current.state.options.hovered = id),
    });
  }, [session, camera]);

  return <canvas ref={canvas} class="stage" role="img" aria-label={label} data-tool={tool ? "set" : "none"} />;
}

interface Spot {
  x: number;
  y: number;
  on: Drawn | null;
}

interface Pointers {
  place: (sx: number, sy: number) => Spot;
  click: (spot: Spot, add: boolean) => void;
  contextClick: (spot: Spot) => void;
  box: (x1: number, y1: number, x2: number, y2: number) => void;
  hover: (id: number | null) => void;
}

/** attachPointers: drag moves, shift-drag selects, wheel and two fingers zoom, click selects, right click orders. */
function attachPointers(element: HTMLCanvasElement, camera: Camera, act: Pointers): () => void {
  const down = new Map<number, { x: number; y: number }>();
  let moved = 0;
  let boxFrom: [number, number] | null = null;
  const at = (event: PointerEvent | WheelEvent | MouseEvent): [number, number] => {
    const box = element.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const onDown = (event: PointerEvent) => {
    if (event.button === 2) return;
    element.setPointerCapture(event.pointerId);
    const [x, y] = at(event);
    down.set(event.pointerId, { x, y });
    moved = 0;
    boxFrom = event.shiftKey ? camera.world(x, y) : null;
  };
  const onMove = (event: PointerEvent) => {
    const [x, y] = at(event);
    const before = down.get(event.pointerId);
    if (!before) {
      act.hover(act.place(x, y).on?.id ?? null);
      return;
    }
    moved += Math.abs(x - before.x) + Math.abs(y - before.y);
    if (down.size === 2) {
      const [a, b] = [...down.entries()];
      const other = a![0] === event.pointerId ? b![1] : a![1];
      const wasApart = Math.hypot(before.x - other.x, before.y - other.y);
      const isApart = Math.hypot(x - other.x, y - other.y);
      camera.zoomAt(isApart / Math.max(1, wasApart), (x + other.x) / 2, (y + other.y) / 2);
      camera.pan((before.x - x) / 2, (before.y - y) / 2);
    } else if (!boxFrom && moved > 4) camera.pan(before.x - x, before.y - y);
    down.set(event.pointerId, { x, y });
  };
  const onUp = (event: PointerEvent) => {
    if (!down.delete(event.pointerId)) return;
    const [x, y] = at(event);
    if (boxFrom && moved > 6) {
      const [wx, wy] = camera.world(x, y);
      act.box(boxFrom[0], boxFrom[1], wx, wy);
    } else if (moved <= 6 && down.size === 0) act.click(act.place(x, y), event.shiftKey);
    boxFrom = null;
  };
  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    const [x, y] = at(event);
    camera.zoomAt(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0015)), x, y);
  };
  const onMenu = (event: MouseEvent) => {
    event.preventDefault();
    const [x, y] = at(event);
    act.contextClick(act.place(x, y));
  };
  element.addEventListener("pointerdown", onDown);
  element.addEventListener("pointermove", onMove);
  element.addEventListener("pointerup", onUp);
  element.addEventListener("pointercancel", onUp);
  element.addEventListener("wheel", onWheel, { passive: false });
  element.addEventListener("contextmenu", onMenu);
  return () => {
    element.removeEventListener("pointerdown", onDown);
    element.removeEventListener("pointermove", onMove);
    element.removeEventListener("pointerup", onUp);
    element.removeEventListener("pointercancel", onUp);
    element.removeEventListener("wheel", onWheel);
    element.removeEventListener("contextmenu", onMenu);
  };
}
