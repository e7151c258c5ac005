/** A bank's dispute of a charge that pays several purchases: each bears its part. */
import type { Database } from "../../../db/client.ts";
import { type ChargedRow, isPurse, type PurseRow } from "../../../db/queries/purchases/charged.ts";
import { readPurchasesOfPurse, updatePurse } from "../../../db/queries/purchases/purses.ts";
import type { ChargebackState } from "../../../db/vocabulary/purchase.ts";
import type { BankDispute } from "../../../platform/payments/port.ts";
import { chargebackOf, partOfDispute } from "../chargeback/rules.ts";
import { unbookedLossCents } from "../chargeback/unbooked-loss.ts";
import { PURSE_PURCHASES_MAX } from "../limits.ts";
import { moveCharged } from "../move-purchase.ts";
import { postOnce } from "../post-once.ts";
import { settler } from "../settlement/outcome.ts";
import { auditCharged, purseOf } from "./charged.ts";
import { oweUntaken } from "./charged-back.ts";
import { debitedCents, partsOfCharge, shareCents, takenCents } from "./rules.ts";

/**
 * The disputes of a locked row's charge with the amounts that this row bears; of a charge of its own, all of them. The
 * first notice of a dispute fixes its parts, so that later awards and refunds change nobody's share. If a
 * purchase is the first to notice, its purse follows at once: nothing is awarded or returned out of a disputed charge.
 */
export async function ownDisputes(
  tx: Database,
  row: ChargedRow,
  disputes: BankDispute[],
  now: Date,
): Promise<BankDispute[]> {
  if (disputes.length === 0) return disputes;
  const found = await purseOf(tx, row);
  if (found === null) return disputes;
  const purse = await fixParts(tx, found, disputes);
  if (purse !== found && !isPurse(row)) await followFirst(tx, purse, disputes, now);
  return sharesOf(purse, row, disputes);
}

/** Stores what the charge's parts hold now as the parts of the disputes that nobody has noticed before. */
async function fixParts(tx: Database, purse: PurseRow, disputes: BankDispute[]): Promise<PurseRow> {
  const unnoticed = disputes.filter(({ id }) => purse.disputeParts[id] === undefined);
  if (unnoticed.length === 0) return purse;
  const paid = await readPurchasesOfPurse(tx, purse.id, PURSE_PURCHASES_MAX);
  const parts = partsOfCharge(purse, paid);
  const noticed = Object.fromEntries(unnoticed.map(({ id }) => [id, parts]));
  return updatePurse(tx, purse, { disputeParts: { ...purse.disputeParts, ...noticed } });
}

/**
 * A purchase is the first to notice, so no earlier reading of the purse has this dispute. Due again, so that a driver
 * that has read less discards it. A refund that is owed records a loss itself, because the loss pays it.
 */
async function followFirst(
  tx: Database,
  purse: PurseRow,
  disputes: BankDispute[],
  now: Date,
): Promise<void> {
  const due = await updatePurse(tx, purse, { settleDueAt: now });
  if (due.state === "in_escrow") {
    await followPurseDisputes(tx, due, sharesOf(due, due, disputes), now);
  }
}

/** A purchase that was awarded after a dispute bears nothing of it. */
function sharesOf(purse: PurseRow, row: ChargedRow, disputes: BankDispute[]): BankDispute[] {
  return disputes.flatMap((dispute) => {
    const parts = purse.disputeParts[dispute.id] ?? [];
    if (!parts.some(({ id }) => id === row.id)) return [];
    const share = (cents: number) => shareCents(cents, { parts, id: row.id, rest: purse.id });
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
  const noted =
    chargeback === purse.chargeback ? purse : await note(tx, purse, { chargeback, disputes, now });
  return chargeback === "lost" ? lose(tx, noted, disputes, now) : noted;
}

type News = { chargeback: ChargebackState | null; disputes: BankDispute[]; now: Date };

async function note(
  tx: Database,
  purse: PurseRow,
  { chargeback, disputes, now }: News,
): Promise<PurseRow> {
  const noted = await updatePurse(tx, purse, { chargeback, chargebackAt: now, updatedAt: now });
  const isOpen = chargeback === "open";
  const action = isOpen ? "purchase.chargeback_opened" : "purchase.chargeback_closed";
  const detail = { disputes: disputes.map(({ id }) => id), state: chargeback };
  await auditCharged(tx, noted, { actor: settler, action, detail }, now);
  return noted;
}

async function lose(
  tx: Database,
  purse: PurseRow,
  disputes: BankDispute[],
  now: Date,
): Promise<PurseRow> {
  const isHeld = purse.state === "in_escrow";
  for (const dispute of disputes) {
    const { id: reference, state } = dispute;
    const amountCents = debitedCents(dispute);
    if (state !== "lost" || amountCents <= 0) continue;
    const loss = { reference, amountCents, now };
    const isNews = await postOnce(tx, purse, { posting: "dispute_closed", ...loss });
    // What a refund has paid before is lost twice, at the platform's cost.
    if (!isNews || isHeld) continue;
    const unbooked = await unbookedLossCents(tx, purse);
    await postOnce(tx, purse, { ...loss, posting: "chargeback_lost", amountCents: unbooked });
  }
  if (!isHeld) return purse;
  const rest = purse.priceCents - purse.allottedCents;
  const chargedBackCents = takenCents(rest, disputes);
  const ended = await updatePurse(tx, purse, { refundCents: rest, chargedBackCents, endedAt: now });
  const action = rest === 0 ? "purchase.released" : "purchase.refunded";
  const detail = { cause: "charged_back", refund_cents: rest - chargedBackCents };
  await auditCharged(tx, ended, { actor: settler, action, detail }, now);
  if (rest === 0) return moveCharged(tx, ended, { state: "released", settleDueAt: null }, { now });
  const { change, posting } = await oweUntaken(tx, ended, now);
  return moveCharged(tx, ended, change, posting);
}
