/** Auction notices to bidders and sellers. */
import {
  type AuctionMailRow,
  findAuctionMail,
} from "../../../db/queries/auctions/auction-mails.ts";
import type { AwardState } from "../../../db/vocabulary/auction.ts";
import type { AuctionNotice } from "../../auction/notices.ts";
import { auctionState } from "../../listing/pricing/rules.ts";
import { wordTemplate } from "../templates.ts";
import { knownAddress, type MailKind, type PayloadOf } from "./kind.ts";

/** A notice about an award is outdated once the award has left these states. */
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

export const auctionMail: MailKind<PayloadOf<"auction">, AuctionMailRow> = {
  auditName: "auction_mail",
  audited: ["refused"],

  find: (db, { listing_id: listingId, account_id: accountId }) =>
    findAuctionMail(db, { listingId, accountId }),

  staleness: ({ payload, row }, now) => (isNews(payload.notice, row, now) ? null : "not_so"),

  to: ({ row }) => knownAddress(row),

  compose({ payload, row }, { CURRENCY: currency, PUBLIC_BASE_URL: siteUrl }) {
    const { auction, award, title } = row;
    const facts = {
      listingId: payload.listing_id,
      title,
      currency,
      priceCents: auction.currentPriceCents,
      nextMinimumCents: auction.nextMinimumCents,
      endsAt: auction.endsAt,
      award,
    };
    return wordTemplate(payload.notice, facts, siteUrl);
  },

  key: ({ payload: { listing_id, account_id, notice, position } }) =>
    `auction/${listing_id}/${account_id}/${notice}/${position}`,

  /** The audit row is about the reader, because the listing's seller may not learn who bids. */
  subject: ({ payload: { listing_id, account_id, notice, position } }) => ({
    subjectKind: "account",
    subjectId: account_id,
    detail: { listing_id, notice, position },
  }),
};
