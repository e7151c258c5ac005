/** The form of an alert's test case. */

/** Series in promtool's notation, `value+step x times`: one value a minute, or as `every` says. */
export type Series = Record<string, string>;

export type AlertCase = {
  /** For cases that span days; rules are evaluated twice in that time. */
  every?: "1h";
  fires: { series: Series; at: string; labels?: Record<string, string>; summary: string };
  quiet: { series: Series; at: string }[];
};
