/** What a table of panels is made of. */

/** As Grafana names them; `short` and `none` are plain numbers, the first with thousands as K. */
type Unit = "short" | "s" | "percentunit" | "reqps" | "bytes" | "none" | "dtdurations";

export type Panel = {
  title: string;
  /** PromQL, with the legend of its lines. */
  lines: [expression: string, legend: string][];
  unit: Unit;
  /** A single number, red from this value on; else lines over time. */
  redFrom?: number;
};

export type Row = { title: string; panels: Panel[] };

/** How often a counter's thing happened in an interval; one that is born within it counts by its whole value. */
export const seenIn = (counter: string): string =>
  `(${counter} unless ${counter} offset $__rate_interval) or increase(${counter}[$__rate_interval])`;
