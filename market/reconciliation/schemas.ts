/** Administrators' input and views of the reconciliation; no REST operation uses them. */
import { z } from "zod";
import type { DaySum, FindingKind, RunState } from "../../db/vocabulary/reconciliation.ts";
import { daySchema, prose } from "../text.ts";
import { FINDING_REASON_CHARS_MAX } from "./limits.ts";

export const closeFindingBody = z.strictObject({ reason: prose(FINDING_REASON_CHARS_MAX) });
/** The day is in UTC. */
export const requestRunBody = z.strictObject({ day: daySchema });

export type CloseFindingBody = z.infer<typeof closeFindingBody>;
export type RequestRunBody = z.infer<typeof requestRunBody>;

export type RunView = {
  id: string;
  /** `2026-11-22`, in UTC. */
  day: string;
  state: RunState;
  started_at: string | null;
  ended_at: string | null;
  /** The last try's error; null if it succeeded. */
  failure: string | null;
  /** The number of transactions that were read, including the hours around the day. */
  transactions: number;
  /** The findings first found by this run, and how many of them are still open. */
  findings: number;
  findings_open: number;
  /** By currency: the absolute sum of open differences at the end of the run. */
  differences: Record<string, number>;
};

export type RunDetailView = RunView & { sums: DaySum[] };

export type FindingView = {
  id: string;
  run_id: string | null;
  day: string;
  kind: FindingKind;
  state: "open" | "resolved" | "closed";
  purchase_id: string | null;
  /** The provider's object, or the one that the ledger names. */
  reference: string;
  currency: string;
  /** The amounts in the ledger and at the provider. */
  expected_cents: number;
  found_cents: number;
  first_seen_at: string;
  last_seen_at: string;
  resolved_at: string | null;
  closed_at: string | null;
  closed_reason: string | null;
};
