/** What is counted of a listing each day. */
export const visitKinds = ["pageViews", "apiReads", "samples", "queries", "downloads"] as const;
export type VisitKind = (typeof visitKinds)[number];
export type Visits = Record<VisitKind, number>;
