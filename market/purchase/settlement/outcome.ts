/** The result of a settlement step, and how to postpone one that cannot finish now. */
import { type ChargedRow, isPurse, putOff } from "../../../db/queries/purchases/charged.ts";
import type { PurchaseRow } from "../../../db/queries/purchases/purchases.ts";
import type { SystemActor } from "../../../db/vocabulary/actor.ts";
import type { Answer } from "../../../platform/payments/port.ts";
import type { Context } from "../../context.ts";
import { settleBackoffSeconds } from "./rules.ts";

/** `error`: the operator has to act. `warn`: it will be retried. */
export type Trouble = { level: "warn" | "error"; detail: string };

/** The current purchase or purse, and for the log, what stopped its settlement. */
export type SettleOutcome<R extends ChargedRow = PurchaseRow> = {
  purchase: R;
  trouble: Trouble | null;
};

export const settler: SystemActor = { kind: "system", name: "settlement" };

type Failed = Exclude<Answer<never>, { kind: "ok" }>;
type Deps = Pick<Context, "db" | "now">;

/** One key for each step and generation: a repeated call has one effect at the provider. */
export function chargeKey(row: ChargedRow, step: "intent" | "confirm" | "refund"): string {
  const kind = isPurse(row) ? "purse" : "purchase";
  return `${kind}-${row.id}-${step}-${row.keyGeneration}`;
}

export function untroubled<R extends ChargedRow>(purchase: R): SettleOutcome<R> {
  return { purchase, trouble: null };
}

type Try = {
  what: string;
  failed: Failed;
  /** The call carried the idempotency key of the purchase's current generation. */
  isKeyed: boolean;
};

export const keyed = (what: string, failed: Failed): Try => ({ what, failed, isKeyed: true });
export const unkeyed = (what: string, failed: Failed): Try => ({ what, failed, isKeyed: false });

/** Postpones the purchase because the provider did not carry out the call. */
export async function afterFailure<R extends ChargedRow>(
  deps: Deps,
  seen: R,
  { what, failed, isKeyed }: Try,
): Promise<SettleOutcome<R>> {
  // The provider stores a refusal under its key too and would only repeat it. While a call may still be
  // in flight, its key must stay: with another key, the same effect could happen twice.
  const isAnswered = failed.kind === "unknown" ? failed.answered : failed.kind !== "missing";
  const isKeySpent = isKeyed && isAnswered;
  const level = failed.kind === "unknown" ? "warn" : "error";
  const detail = `${what}: ${failed.kind}: ${describe(failed)}`;
  return tryLater(deps, seen, { trouble: { level, detail }, isKeySpent });
}

export async function tryLater<R extends ChargedRow>(
  { db, now }: Deps,
  seen: R,
  { trouble, isKeySpent = false }: { trouble: Trouble | null; isKeySpent?: boolean },
): Promise<SettleOutcome<R>> {
  const seconds = settleBackoffSeconds(Math.max(seen.settleAttempts, 1));
  const dueAt = new Date(now().getTime() + seconds * 1000);
  return { purchase: await putOff(db, seen, { dueAt, isKeySpent }), trouble };
}

function describe(failed: Failed): string {
  if (failed.kind === "declined") return `${failed.decline.code}: ${failed.decline.detail}`;
  return failed.kind === "missing" ? failed.detail : `${failed.code}: ${failed.detail}`;
}
