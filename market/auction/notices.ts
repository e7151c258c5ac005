/** An auction's mails and their recipients. `mail/words/auction.ts` has the words. */

export const auctionNotices = {
  outbid: "bidder",
  won: "bidder",
  lost: "bidder",
  charge_failed: "bidder",
  second_chance: "bidder",
  auction_sold: "seller",
  auction_bought: "seller",
  auction_not_sold: "seller",
  auction_unpaid: "seller",
} as const satisfies Record<string, "bidder" | "seller">;

export type AuctionNotice = keyof typeof auctionNotices;
