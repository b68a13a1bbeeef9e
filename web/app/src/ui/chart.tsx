// SPDX-License-Identifier: GPL-3.0-or-later
// Line charts over game time. Charts with the same link move their cursors
// together; a table with the same figures stands behind each.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { SeriesGroup } from "../api/types";
import { clock, count } from "./words";

export interface Line {
  label: string;
  colour: string;
  dash?: number[];
  values: (number | null)[];
}

interface Props {
  title: string;
  timesMs: number[];
  lengthMs: number;
  lines: Line[];
  link: string;
  at: number | null;
  onPick: (ms: number) => void;
}

function css(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

export function Chart({ title, timesMs, lengthMs, lines, link, at, onPick }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const pick = useRef(onPick);
  pick.current = onPick;
  const marked = useRef(at);
  marked.current = at;
  const [theme, setTheme] = useState(0);
  useEffect(() => {
    const changed = () => setTheme((n) => n + 1);
    addEventListener("convertd-theme", changed);
    return () => removeEventListener("convertd-theme", changed);
  }, []);
  const data = useMemo(() => [timesMs.map((ms) => ms / 1000), ...lines.map((line) => line.values)] as uPlot.AlignedData, [timesMs, lines]);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const axis: uPlot.Axis = {
      stroke: css("--quiet"),
      font: `12px ${css("--font")}`,
      grid: { stroke: css("--line"), width: 1 },
      ticks: { stroke: css("--line"), width: 1, size: 4 },
    };
    const options: uPlot.Options = {
      width: Math.max(200, element.clientWidth),
      height: 190,
      cursor: { sync: { key: link, setSeries: false }, drag: { x: false, y: false }, points: { size: 7 } },
      legend: { live: true },
      scales: { x: { time: false, range: [0, lengthMs / 1000] }, y: { range: (_, low, high) => [Math.min(0, low), high > 0 ? high * 1.08 : 1] } },
      axes: [
        { ...axis, values: (_, splits) => splits.map((seconds) => clock(seconds * 1000)) },
        { ...axis, size: 56, values: (_, splits) => splits.map((value) => shortNumber(value)) },
      ],
      series: [
        { label: "Time", value: (_, seconds) => (seconds === null ? "–" : clock(seconds * 1000)) },
        ...lines.map((line) => ({
          label: line.label,
          stroke: line.colour,
          width: 2,
          dash: line.dash,
          spanGaps: false,
          points: { show: false },
          value: (_: uPlot, value: number | null) => count(value),
        })),
      ],
      hooks: {
        draw: [
          (self) => {
            if (marked.current === null) return;
            const x = self.valToPos(marked.current / 1000, "x", true);
            self.ctx.save();
            self.ctx.strokeStyle = css("--ink");
            self.ctx.lineWidth = devicePixelRatio;
            self.ctx.beginPath();
            self.ctx.moveTo(x, self.bbox.top);
            self.ctx.lineTo(x, self.bbox.top + self.bbox.height);
            self.ctx.stroke();
            self.ctx.restore();
          },
        ],
      },
    };
    const chart = new uPlot(options, data, element);
    plot.current = chart;
    const picked = () => {
      const seconds = chart.posToVal(chart.cursor.left ?? -1, "x");
      if ((chart.cursor.left ?? -1) >= 0) pick.current(Math.round(seconds * 1000));
    };
    chart.over.addEventListener("click", picked);
    const resized = new ResizeObserver(() => chart.setSize({ width: Math.max(200, element.clientWidth), height: 190 }));
    resized.observe(element);
    return () => {
      resized.disconnect();
      chart.destroy();
    };
  }, [data, link, theme]);
  useEffect(() => plot.current?.redraw(false), [at]);
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      <div ref={box} role="img" aria-label={`${title} over time. ${lines.map((line) => `${line.label} ends at ${count(lastKnown(line.values))}`).join("; ")}.`} />
    </figure>
  );
}

export function lastKnown(values: (number | null)[]): number | null {
  for (let index = values.length - 1; index >= 0; index--) {
    const value = values[index];
    if (value !== null && value !== undefined) return value;
  }
  return null;
}

export function shortNumber(value: number): string {
  const size = Math.abs(value);
  if (size >= 1_000_000) return `${+(value / 1_000_000).toFixed(1)}M`;
  if (size >= 1_000) return `${+(value / 1_000).toFixed(1)}k`;
  return String(+value.toFixed(1));
}

/** linesOf takes the lines of one figure out of a group, a line a player. */
export function linesOf(group: SeriesGroup | undefined, name: string, label: (slot: number) => string, colour: (slot: number) => string): Line[] {
  return (group?.series ?? []).filter((one) => one.name === name).map((one) => ({ label: label(one.player), colour: colour(one.player), values: one.values }));
}
