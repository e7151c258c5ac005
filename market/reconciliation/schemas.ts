/** What administrators send and see of the reconciliation. The pages show these; no REST address does. */
import { z } from "zod";
import type { DaySum, FindingKind, RunState } from "../../db/vocabulary/reconciliation.ts";
import { daySchema, prose } from "../text.ts";
import { FINDING_REASON_CHARS_MAX } from "./limits.ts";

/** Why nothing more has to be done about it. */
export const closeFindingBody = z.strictObject({ reason: prose(FINDING_REASON_CHARS_MAX) });
/** A day in UTC. */
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
  /** Why the last try failed; null unless it did. */
  failure: string | null;
  /** How many of the provider's transactions were read, the hours around the day included. */
  transactions: number;
  /** What the run found first, and what of that is still open. */
  findings: number;
  findings_open: number;
  /** By currency: what stood open when it ended differs by so much, without regard to the sign. */
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
  /** By the ledger, and by the provider. */
  expected_cents: number;
  found_cents: number;
  first_seen_at: string;
  last_seen_at: string;
  resolved_at: string | null;
  closed_at: string | null;
  closed_reason: string | null;
};
