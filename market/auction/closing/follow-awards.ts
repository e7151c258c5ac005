/** The clock follows each award until it is paid or goes to the next bidder. */
import type { Database } from "../../../db/client.ts";
import {
  type AwardRow,
  findAward,
  findChargedAwards,
  findOverdueAwards,
  updateAward,
} from "../../../db/queries/auctions/awards.ts";
import { findPurchase } from "../../../db/queries/purchases/purchases.ts";
import type { Context } from "../../context.ts";
import { eachDue } from "../../purchase/settlement/each-due.ts";
import { type NoticeContext, notifyOffer } from "../notify.ts";
import { isFailedCharge, offerEnd, waitsForVerdict } from "../rules.ts";
import {
  auditAward,
  type ClosedAuction,
  endIfDone,
  lockClosedAuction,
  offerNext,
} from "./end-auction.ts";

type Batch = { rowsMax: number };
type Locked = ClosedAuction & { award: AwardRow } & NoticeContext;

/**
 * Updates awards whose charge has ended; returns how many. A declined winner has a day to pay with
 * another card.
 */
export async function followCharges(ctx: Context, { rowsMax }: Batch): Promise<number> {
  const charged = await findChargedAwards(ctx.db, rowsMax);
  return eachDue(charged, (awardId) => underLock(ctx, awardId, follow));
}

/** Lapses awards that were not paid in time and offers them to the next bidder; returns how many. */
export async function lapseOverdueAwards(ctx: Context, { rowsMax }: Batch): Promise<number> {
  const overdue = await findOverdueAwards(ctx.db, { now: ctx.now(), rowsMax });
  return eachDue(overdue, (awardId) => underLock(ctx, awardId, lapse));
}

async function underLock(
  ctx: Context,
  awardId: string,
  work: (tx: Database, locked: Locked) => Promise<boolean>,
): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    const seen = await findAward(tx, awardId);
    if (seen === null) throw new Error(`award ${awardId} is gone`);
    const locked = await lockClosedAuction(tx, seen.listingId);
    const award = await findAward(tx, awardId);
    return award === null
      ? false
      : work(tx, { ...locked, award, now: ctx.now(), currency: ctx.config.CURRENCY });
  });
}

async function follow(tx: Database, locked: Locked): Promise<boolean> {
  const { award, now } = locked;
  if (award.state !== "charging" || award.purchaseId === null) return false;
  const purchase = await findPurchase(tx, award.purchaseId);
  if (purchase === null || purchase.state === "payment_pending") return false;
  if (waitsForVerdict(purchase)) return false;
  if (purchase.refundCause === "acceptance_failed") {
    await lapseAndOffer(tx, locked);
    return true;
  }
  if (!isFailedCharge(purchase.state)) {
    await updateAward(tx, award.id, { state: "paid", updatedAt: now });
    await auditAward(tx, award, "auction.award_paid", now);
    await endIfDone(tx, locked, now);
    return true;
  }
  const isFirst = award.dueAt === null;
  const dueAt = award.dueAt ?? offerEnd(now);
  const unpaid = await updateAward(tx, award.id, { state: "unpaid", dueAt, updatedAt: now });
  await auditAward(tx, award, "auction.award_unpaid", now);
  if (isFirst) await notifyOffer(tx, { ...unpaid, dueAt }, locked);
  return true;
}

async function lapse(tx: Database, locked: Locked): Promise<boolean> {
  const { award, now } = locked;
  const isOpen = award.state === "unpaid" || award.state === "offered";
  if (!isOpen || award.dueAt === null || award.dueAt > now) return false;
  await lapseAndOffer(tx, locked);
  return true;
}

async function lapseAndOffer(tx: Database, locked: Locked): Promise<void> {
  const { award, auction, now } = locked;
  await updateAward(tx, award.id, { state: "lapsed", updatedAt: now });
  await auditAward(tx, award, "auction.award_lapsed", now);
  await offerNext(tx, auction, locked);
  await endIfDone(tx, locked, now);
}
