import { type AuctionMailRow, findAuctionMail } from "../../db/queries/auctions/auction-mails.ts";
import type { Mailer, MailResult } from "../../platform/mail/port.ts";
import type { Context } from "../context.ts";
import { composeTemplate } from "../mail/templates.ts";
import type { AuctionNotice } from "./notices.ts";
import { type AwardState, auctionState } from "./rules.ts";

/** not_owed: it is no news any more, or nobody is known to read it. */
export type SendAuctionMailResult = { kind: "not_owed" } | MailResult;

type Wanted = { listingId: string; accountId: string; notice: AuctionNotice; position: number };

/**
 * Mails one notice of an auction. The provider drops a repeat by the notice's key. Who has no
 * address that is known to be theirs gets none, nor who is not concerned any more.
 */
export async function sendAuctionMail(
  ctx: Context,
  mailer: Mailer,
  wanted: Wanted,
): Promise<SendAuctionMailResult> {
  const row = await findAuctionMail(ctx.db, wanted);
  if (row === null || !row.emailVerified || row.email === "") return { kind: "not_owed" };
  if (!isNews(wanted.notice, row, ctx.now())) return { kind: "not_owed" };
  const { listingId, accountId, notice, position } = wanted;
  const { auction, award, title } = row;
  const facts = {
    listingId,
    title,
    currency: ctx.config.CURRENCY,
    priceCents: auction.currentPriceCents,
    nextMinimumCents: auction.nextMinimumCents,
    endsAt: auction.endsAt,
    award,
  };
  const words = composeTemplate(notice, facts, ctx.config.PUBLIC_BASE_URL);
  const idempotencyKey = `auction/${listingId}/${accountId}/${notice}/${position}`;
  return mailer.send({ to: row.email, ...words }, { idempotencyKey });
}

/** An award's notices end with the state that they tell of. */
const statesOf: Partial<Record<AuctionNotice, AwardState[]>> = {
  won: ["won", "charging", "paid", "unpaid"],
  charge_failed: ["unpaid"],
  second_chance: ["offered"],
};

function isNews(notice: AuctionNotice, { auction, award }: AuctionMailRow, now: Date): boolean {
  if (notice === "outbid") return auctionState(auction, now) === "open";
  const states = statesOf[notice];
  return states === undefined || (award !== null && states.includes(award.state));
}
