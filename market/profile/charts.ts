/**
 * What pages draw of a file, computed once with its profile. It shows nothing of a paid file that its
 * profile and sample may not show.
 */

/** A place in degrees, and the number that colours it. */
type Place = [longitude: number, latitude: number, value: number | null];

/** The small picture of a dataset on its card. */
export type Thumbnail =
  | { kind: "series"; column: string; values: (number | null)[]; from: string; to: string }
  | { kind: "histogram"; column: string; counts: number[]; from: string; to: string }
  | { kind: "shares"; column: string; shares: { value: string; share: number }[] }
  | { kind: "places"; places: Place[] }
  | { kind: "pictures"; shown: number; count: number }
  | { kind: "tables"; tables: { name: string; rows: number | null }[] }
  | { kind: "text"; text: string };
