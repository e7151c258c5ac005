/** What every settlement answers with, and how one that cannot end now is put off. */
import { putOff } from "../../../db/queries/purchases/due-purchases.ts";
import type { PurchaseRow } from "../../../db/queries/purchases/purchases.ts";
import type { SystemActor } from "../../../db/vocabulary/actor.ts";
import type { Answer } from "../../../platform/payments/port.ts";
import type { Context } from "../../context.ts";
import { settleBackoffSeconds } from "./rules.ts";

/** `error`: it does not end by itself, the operator has to look. `warn`: it will be tried again. */
export type Trouble = { level: "warn" | "error"; detail: string };

/** The purchase as it is now, and what kept it from going on, for the log. */
export type SettleOutcome = { purchase: PurchaseRow; trouble: Trouble | null };

export const settler: SystemActor = { kind: "system", name: "settlement" };

type Failed = Exclude<Answer<never>, { kind: "ok" }>;
type Deps = Pick<Context, "db" | "now">;

export function untroubled(purchase: PurchaseRow): SettleOutcome {
  return { purchase, trouble: null };
}

type Try = {
  what: string;
  failed: Failed;
  /** The call carried the idempotency key of the purchase's present generation. */
  isKeyed: boolean;
};

export const keyed = (what: string, failed: Failed): Try => ({ what, failed, isKeyed: true });
export const unkeyed = (what: string, failed: Failed): Try => ({ what, failed, isKeyed: false });

/** Tries again later, since the provider did not do what it was asked. */
export async function afterFailure(
  deps: Deps,
  seen: PurchaseRow,
  { what, failed, isKeyed }: Try,
): Promise<SettleOutcome> {
  // A refusal is stored under its key as well, and would only be repeated. While a call may still
  // be on its way, its key is kept: by another one the same could be done twice.
  const isAnswered = failed.kind === "unknown" ? failed.answered : failed.kind !== "missing";
  const isKeySpent = isKeyed && isAnswered;
  const level = failed.kind === "unknown" ? "warn" : "error";
  const detail = `${what}: ${failed.kind}: ${describe(failed)}`;
  return tryLater(deps, seen, { trouble: { level, detail }, isKeySpent });
}

export async function tryLater(
  { db, now }: Deps,
  seen: PurchaseRow,
  { trouble, isKeySpent = false }: { trouble: Trouble | null; isKeySpent?: boolean },
): Promise<SettleOutcome> {
  const seconds = settleBackoffSeconds(Math.max(seen.settleAttempts, 1));
  const dueAt = new Date(now().getTime() + seconds * 1000);
  return { purchase: await putOff(db, seen, { dueAt, isKeySpent }), trouble };
}

function describe(failed: Failed): string {
  if (failed.kind === "declined") return `${failed.decline.code}: ${failed.decline.detail}`;
  return failed.kind === "missing" ? failed.detail : `${failed.code}: ${failed.detail}`;
}
