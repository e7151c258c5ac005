/** Opens, ends and cancels a shared charge. */
import type { Database } from "../../../db/client.ts";
import {
  type ChargedRow,
  type PurseRow,
  updateCharged,
} from "../../../db/queries/purchases/charged.ts";
import { insertPurse, updatePurse } from "../../../db/queries/purchases/purses.ts";
import type { Actor } from "../../../db/vocabulary/actor.ts";
import type { PurseKind } from "../../../db/vocabulary/purchase.ts";
import { SETTLE_LEASE_SECONDS } from "../../limits.ts";
import { postOnce } from "../post-once.ts";
import { cancelledByBuyer } from "../rules.ts";
import { failureColumns } from "../settlement/rules.ts";
import { auditCharged } from "./charged.ts";
import { purseEnd } from "./rules.ts";

type NewPurse = {
  kind: PurseKind;
  /** Of a purse that buys one. */
  bundleId?: string;
  actor: Actor;
  buyer: { accountId: string; apiKeyId: string };
  paymentMethodId: string;
  title: string;
  priceCents: number;
  currency: string;
  now: Date;
  /** When the clock has to charge it, unless its opener already has. */
  settleDueAt: Date;
};

/** Writes a purse as `payment_pending`; nothing is charged here. The caller holds the key's lock. */
export async function openPurse(
  tx: Database,
  { actor, buyer, now, ...values }: NewPurse,
): Promise<PurseRow> {
  const purse = await insertPurse(tx, { ...values, ...buyer, createdAt: now, updatedAt: now });
  const detail = { kind: purse.kind, price_cents: purse.priceCents };
  await auditCharged(tx, purse, { actor, action: "purchase.opened", detail }, now);
  return purse;
}

/**
 * Ends a locked purse: what no purchase has taken goes back to the buyer; the clock pays it. A purse that
 * has ended, or is disputed at the bank, stays as it is.
 */
export async function endPurse(
  tx: Database,
  purse: PurseRow,
  { actor, now }: { actor: Actor; now: Date },
): Promise<PurseRow> {
  if (purse.state !== "in_escrow" || purse.chargeback === "open") return purse;
  const { state, refundCents } = purseEnd(purse);
  const isOwed = state === "refunded";
  const owed = { settleDueAt: now, refundedAt: now, refundCause: "ended" } as const;
  const ended = await updatePurse(tx, purse, {
    state,
    refundCents,
    settleAttempts: 0,
    endedAt: now,
    updatedAt: now,
    ...(isOwed ? owed : {}),
  });
  const posting = { posting: "refund_owed", reference: "", amountCents: refundCents, now } as const;
  if (isOwed) await postOnce(tx, ended, posting);
  const detail = { refund_cents: refundCents };
  const action = isOwed ? "purchase.refunded" : "purchase.released";
  await auditCharged(tx, ended, { actor, action, detail }, now);
  return ended;
}

/** Marks a locked, unpaid purse as cancelled: settling it cancels the payment at the provider. */
export async function cancelPurse(
  tx: Database,
  purse: PurseRow,
  { actor, now }: { actor: Actor; now: Date },
): Promise<PurseRow> {
  if (purse.state !== "payment_pending" || purse.failureCode !== null) return purse;
  return cancelCharged(tx, purse, { actor, now });
}

/** The same for a purchase or purse that may be cancelled. */
export async function cancelCharged<R extends ChargedRow>(
  tx: Database,
  row: R,
  { actor, now }: { actor: Actor; now: Date },
): Promise<R> {
  const leaseUntil = new Date(now.getTime() + SETTLE_LEASE_SECONDS * 1000);
  const due = { settleDueAt: leaseUntil, settleAttempts: 0, updatedAt: now };
  const asked = await updateCharged(tx, row, { ...failureColumns(cancelledByBuyer), ...due });
  await auditCharged(tx, asked, { actor, action: "purchase.cancel_asked" }, now);
  return asked;
}
