/** An auction's events and mails, written in the transaction of their cause. */
import type { Database } from "../../db/client.ts";
import { findSellerAccount } from "../../db/queries/auctions/auction-mails.ts";
import type { AuctionRow } from "../../db/queries/auctions/auctions.ts";
import type { AwardRow } from "../../db/queries/auctions/awards.ts";
import { findCurrentBid } from "../../db/queries/auctions/bids.ts";
import { findListingSeller } from "../../db/queries/events/events.ts";
import { enqueueJob, enqueueJobs } from "../../db/queries/journal/journal.ts";
import type { Maximum } from "../../db/vocabulary/auction.ts";
import type { Principal } from "../../db/vocabulary/event.ts";
import { emitEvent } from "../event/emit-event.ts";
import type { AuctionNotice } from "./notices.ts";

export type NoticeContext = { now: Date; currency: string };

const accountsOf = (bidders: readonly Pick<Maximum, "bidderId">[]): Principal[] =>
  bidders.map(({ bidderId }) => ({ kind: "account", id: bidderId }));

/** Notifies bidders who led before the latest bid and no longer do. */
export async function notifyOutbid(
  tx: Database,
  auction: AuctionRow,
  bidders: readonly Maximum[],
  { now, currency }: NoticeContext,
): Promise<void> {
  const { listingId, lastPosition: position } = auction;
  for (const { bidderId: accountId } of bidders) {
    const { id } = await findCurrentBid(tx, { listingId, accountId });
    const data = {
      dataset_id: listingId,
      bid_id: id,
      current_price_cents: auction.currentPriceCents,
      next_minimum_bid_cents: auction.nextMinimumCents,
      currency,
      ends_at: auction.endsAt.toISOString(),
    };
    const to = accountsOf([{ bidderId: accountId }]);
    await emitEvent(tx, { type: "bid.outbid", subjectId: listingId, to, data }, now);
    await mail(tx, { listingId, accountId, notice: "outbid", position }, now);
  }
}

/** Notifies everybody who has bid, and the seller. */
export async function notifyExtended(
  tx: Database,
  { listingId, endsAt }: AuctionRow,
  ranking: readonly Maximum[],
  now: Date,
): Promise<void> {
  const to = [...accountsOf(ranking), ...(await findListingSeller(tx, listingId))];
  const data = { dataset_id: listingId, ends_at: endsAt.toISOString() };
  await emitEvent(tx, { type: "auction.extended", subjectId: listingId, to, data }, now);
}

type Close = { ranking: readonly Maximum[]; awards: readonly AwardRow[]; isSold: boolean };

/** Notifies winners, losers and the seller. */
export async function notifyClosed(
  tx: Database,
  { listingId, currentPriceCents }: AuctionRow,
  { ranking, awards, isSold }: Close,
  { now, currency }: NoticeContext,
): Promise<void> {
  type Result = { result: "won" | "lost" | "sold" | "not_sold"; offer_id: string | null };
  const price_cents = awards.length > 0 ? currentPriceCents : null;
  const emit = (to: Principal[], result: Result) => {
    const data = { dataset_id: listingId, price_cents, currency, ...result };
    return emitEvent(tx, { type: "auction.closed", subjectId: listingId, to, data }, now);
  };
  for (const { accountId, id } of awards) {
    await emit(accountsOf([{ bidderId: accountId }]), { result: "won", offer_id: id });
    await mail(tx, { listingId, accountId, notice: "won" }, now);
  }
  // There may be thousands of losers while locks are held, so a few statements write all notices.
  const winners = new Set(awards.map(({ accountId }) => accountId));
  const losers = ranking.filter(({ bidderId }) => !winners.has(bidderId));
  await emit(accountsOf(losers), { result: "lost", offer_id: null });
  const lost = losers.map(({ bidderId: accountId }) =>
    mailOf({ listingId, accountId, notice: "lost" }),
  );
  await enqueueJobs(tx, "jobs.mail", lost, now);
  const result = isSold ? "sold" : "not_sold";
  await emit(await findListingSeller(tx, listingId), { result, offer_id: null });
  const sold = awards.length > 0 ? "auction_sold" : "auction_bought";
  await mailSeller(tx, listingId, isSold ? sold : "auction_not_sold", now);
}

/** Notifies the bidder who may pay until the deadline: a declined winner, or the next in line. */
export async function notifyOffer(
  tx: Database,
  award: AwardRow & { dueAt: Date },
  { now, currency }: NoticeContext,
): Promise<void> {
  const { listingId, accountId, state, priceCents, dueAt } = award;
  const status = state === "offered" ? "offered" : "unpaid";
  const data = {
    dataset_id: listingId,
    offer_id: award.id,
    status,
    price_cents: priceCents,
    currency,
    due_at: dueAt.toISOString(),
  } as const;
  const to = accountsOf([{ bidderId: accountId }]);
  await emitEvent(tx, { type: "offer.made", subjectId: listingId, to, data }, now);
  const notice = status === "offered" ? "second_chance" : "charge_failed";
  await mail(tx, { listingId, accountId, notice }, now);
}

/** Notifies the seller once no award can be paid any more. */
export async function notifyOutcome(
  tx: Database,
  listingId: string,
  isSold: boolean,
  now: Date,
): Promise<void> {
  if (!isSold) return mailSeller(tx, listingId, "auction_unpaid", now);
  const to = await findListingSeller(tx, listingId);
  const data = { dataset_id: listingId };
  await emitEvent(tx, { type: "listing.sold", subjectId: listingId, to, data }, now);
}

type Notice = {
  listingId: string;
  accountId: string;
  notice: AuctionNotice;
  /** Tells a notice apart from others of its kind: the bid's position. */
  position?: number;
};

function mailOf({ listingId, accountId, notice, position = 0 }: Notice) {
  const of = { listing_id: listingId, account_id: accountId };
  return { template: "auction" as const, ...of, notice, position };
}

async function mail(tx: Database, notice: Notice, now: Date): Promise<void> {
  await enqueueJob(tx, "jobs.mail", mailOf(notice), now);
}

/** Without an owner, an agent has nobody to mail. */
async function mailSeller(
  tx: Database,
  listingId: string,
  notice: AuctionNotice,
  now: Date,
): Promise<void> {
  const accountId = await findSellerAccount(tx, listingId);
  if (accountId !== null) await mail(tx, { listingId, accountId, notice }, now);
}
