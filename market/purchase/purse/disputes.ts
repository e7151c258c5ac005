/** A bank's dispute of a charge that pays several purchases: each bears its part. */
import type { Database } from "../../../db/client.ts";
import { type ChargedRow, isPurse, type PurseRow } from "../../../db/queries/purchases/charged.ts";
import {
  findPurse,
  readPurchasesOfPurse,
  updatePurse,
} from "../../../db/queries/purchases/purses.ts";
import type { BankDispute } from "../../../platform/payments/port.ts";
import { chargebackOf, partOfDispute } from "../chargeback/rules.ts";
import { PURSE_PURCHASES_MAX } from "../limits.ts";
import { moveCharged } from "../move-purchase.ts";
import { postOnce } from "../post-once.ts";
import { settler } from "../settlement/outcome.ts";
import { auditCharged } from "./charged.ts";
import { oweUntaken } from "./charged-back.ts";
import { debitedCents, partsAt, shareCents, takenCents } from "./rules.ts";

/** The disputes with the amounts that this row bears; of a charge of its own, all of them. */
export async function ownDisputes(
  tx: Database,
  row: ChargedRow,
  disputes: BankDispute[],
): Promise<BankDispute[]> {
  const purseId = isPurse(row) ? row.id : row.purseId;
  if (purseId === null) return disputes;
  const purse = await findPurse(tx, purseId);
  if (purse === null) throw new Error(`purse ${purseId} is gone`);
  const paid = await readPurchasesOfPurse(tx, purseId, PURSE_PURCHASES_MAX);
  return disputes.map((dispute) => {
    const parts = partsAt(purse, paid, dispute.createdAt);
    const share = (cents: number) => shareCents(cents, { parts, id: row.id, rest: purseId });
    return {
      ...dispute,
      id: isPurse(row) ? dispute.id : partOfDispute(dispute.id, row.id),
      amountCents: share(dispute.amountCents),
      movements: dispute.movements
        .map((movement) => ({ ...movement, amountCents: share(movement.amountCents) }))
        .filter(({ amountCents }) => amountCents !== 0),
    };
  });
}

/**
 * Writes the disputes into a locked purse. Nothing is allotted or returned while the bank decides; if it
 * takes the money, the rest is the buyer's.
 */
export async function followPurseDisputes(
  tx: Database,
  purse: PurseRow,
  disputes: BankDispute[],
  now: Date,
): Promise<PurseRow> {
  for (const { movements } of disputes) {
    for (const { id: reference, amountCents } of movements) {
      const posting = amountCents < 0 ? "dispute_withdrawn" : "dispute_reinstated";
      await postOnce(tx, purse, { posting, reference, amountCents: Math.abs(amountCents), now });
    }
  }
  const chargeback = chargebackOf(disputes.map(({ state }) => state));
  if (chargeback === purse.chargeback) return purse;
  const noted = await updatePurse(tx, purse, { chargeback, chargebackAt: now, updatedAt: now });
  const isOpen = chargeback === "open";
  const action = isOpen ? "purchase.chargeback_opened" : "purchase.chargeback_closed";
  const detail = { disputes: disputes.map(({ id }) => id), state: chargeback };
  await auditCharged(tx, noted, { actor: settler, action, detail }, now);
  if (chargeback !== "lost") return noted;
  return lose(tx, noted, disputes, now);
}

async function lose(
  tx: Database,
  purse: PurseRow,
  disputes: BankDispute[],
  now: Date,
): Promise<PurseRow> {
  const isHeld = purse.state === "in_escrow";
  const rest = purse.priceCents - purse.allottedCents;
  for (const dispute of disputes) {
    const { id: reference, state } = dispute;
    const amountCents = debitedCents(dispute);
    if (state !== "lost" || amountCents <= 0) continue;
    await postOnce(tx, purse, { posting: "dispute_closed", reference, amountCents, now });
    // What was refunded before is lost twice, at the platform's cost.
    if (!isHeld) {
      await postOnce(tx, purse, { posting: "chargeback_lost", reference, amountCents, now });
    }
  }
  if (!isHeld) return purse;
  const chargedBackCents = takenCents(rest, disputes);
  const ended = await updatePurse(tx, purse, { refundCents: rest, chargedBackCents, endedAt: now });
  if (rest === 0) return moveCharged(tx, ended, { state: "released", settleDueAt: null }, { now });
  const { change, posting } = await oweUntaken(tx, ended, now);
  return moveCharged(tx, ended, change, posting);
}
