// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of the viewer: one table for the viewer and for the help.

export type Command =
  | "toggle"
  | "stepForward"
  | "stepBack"
  | "forward"
  | "back"
  | "forwardFar"
  | "backFar"
  | "slower"
  | "faster"
  | "normal"
  | "fast"
  | "nextMarker"
  | "previousMarker"
  | "start"
  | "end"
  | "bookmark"
  | "vision"
  | "fit"
  | "zoomIn"
  | "zoomOut"
  | "panLeft"
  | "panRight"
  | "panUp"
  | "panDown"
  | "follow"
  | "camera"
  | "names"
  | "orders"
  | "spoilers"
  | "panel"
  | "clear";

export interface Key {
  keys: string[];
  shift?: boolean;
  command: Command;
  shown: string;
  what: string;
}

export const keys: Key[] = [
  { keys: [" ", "k"], command: "toggle", shown: "Space K", what: "Play or pause" },
  { keys: ["ArrowRight"], command: "forward", shown: "→", what: "15 seconds forward" },
  { keys: ["ArrowLeft"], command: "back", shown: "←", what: "15 seconds back" },
  { keys: ["ArrowRight"], shift: true, command: "forwardFar", shown: "Shift →", what: "1 minute forward" },
  { keys: ["ArrowLeft"], shift: true, command: "backFar", shown: "Shift ←", what: "1 minute back" },
  { keys: ["."], command: "stepForward", shown: ".", what: "One state forward, while paused" },
  { keys: [","], command: "stepBack", shown: ",", what: "One state back, while paused" },
  { keys: ["[", "-"], command: "slower", shown: "[ -", what: "Slower" },
  { keys: ["]", "+", "="], command: "faster", shown: "] +", what: "Faster" },
  { keys: ["\\"], command: "normal", shown: "\\", what: "Normal speed" },
  { keys: ["m"], command: "fast", shown: "M", what: "As fast as possible" },
  { keys: ["n"], command: "nextMarker", shown: "N", what: "To the next marker" },
  { keys: ["p"], command: "previousMarker", shown: "P", what: "To the marker before" },
  { keys: ["Home"], command: "start", shown: "Home", what: "To the beginning" },
  { keys: ["End"], command: "end", shown: "End", what: "To the end" },
  { keys: ["b"], command: "bookmark", shown: "B", what: "Bookmark this moment" },
  { keys: ["v"], command: "vision", shown: "V", what: "Whose sight: everybody, then each player" },
  { keys: ["w"], command: "panUp", shown: "W", what: "Move the picture up" },
  { keys: ["a"], command: "panLeft", shown: "A", what: "Move the picture left" },
  { keys: ["s"], command: "panDown", shown: "S", what: "Move the picture down" },
  { keys: ["d"], command: "panRight", shown: "D", what: "Move the picture right" },
  { keys: ["e"], command: "zoomIn", shown: "E", what: "Nearer" },
  { keys: ["q"], command: "zoomOut", shown: "Q", what: "Farther" },
  { keys: ["0"], command: "fit", shown: "0", what: "The whole map" },
  { keys: ["f"], command: "follow", shown: "F", what: "Follow the selected unit" },
  { keys: ["c"], command: "camera", shown: "C", what: "Recorded cameras: none, then each player's" },
  { keys: ["t"], command: "names", shown: "T", what: "Names of units" },
  { keys: ["o"], command: "orders", shown: "O", what: "Orders of units" },
  { keys: ["x"], command: "spoilers", shown: "X", what: "Spoiler-free mode" },
  { keys: ["h"], command: "panel", shown: "H", what: "Hide or show the panels" },
  { keys: ["Escape"], command: "clear", shown: "Esc", what: "Select nothing" },
];

/** commandOf finds what a key press means; null if it means nothing here. */
export function commandOf(event: { key: string; shiftKey: boolean; ctrlKey: boolean; metaKey: boolean; altKey: boolean }): Command | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const fits = (key: Key) => key.keys.includes(name);
  const exact = keys.find((key) => fits(key) && (key.shift ?? false) === event.shiftKey);
  if (exact) return exact.command;
  // Signs such as + need the shift key on some keyboards.
  return name.length === 1 && !/[a-z]/.test(name) ? (keys.find((key) => fits(key) && !key.shift)?.command ?? null) : null;
}
