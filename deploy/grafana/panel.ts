/** The types of the table of panels. */

/** Grafana's names; `short` and `none` are plain numbers, the first with K for thousands. */
type Unit = "short" | "s" | "percentunit" | "reqps" | "bytes" | "none" | "dtdurations";

export type Panel = {
  title: string;
  /** PromQL, with the legend of its lines. */
  lines: [expression: string, legend: string][];
  unit: Unit;
  /** A single number, red from this value on; if absent, lines over time. */
  redFrom?: number;
};

export type Row = { title: string; panels: Panel[] };

/**
 * How often a counter increased in an interval; a counter that first appears within it counts with
 * its whole value.
 */
export const seenIn = (counter: string): string =>
  `(${counter} unless ${counter} offset $__rate_interval) or increase(${counter}[$__rate_interval])`;
