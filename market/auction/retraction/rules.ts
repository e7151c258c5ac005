/** When a bid may be taken back, by its bidder alone or with the seller. Pure. */
import type { OwnRetractionReason } from "../../../db/vocabulary/auction.ts";
import { hourMs } from "../../../platform/time.ts";
import { auctionState, type Times } from "../../listing/pricing/rules.ts";

const retractableHours = 1;
const bindingLastHours = 12;

export type RetractionFacts = {
  auction: Times;
  bid: { placedAt: Date; retractedAt: Date | null };
  /** The bidder's last one that stands. */
  isLatest: boolean;
  /** It told its bidder nothing, and nobody has bid since: `isSilentRaise` of the standing. */
  isSilentRaise: boolean;
  isSellerSuspended: boolean;
  now: Date;
};

/**
 * Why a bid may not be taken back for this reason; null: it may. A mistyped amount: within an hour, not
 * in the last 12 hours, where it would do harm that nobody can undo, and only a leader's raise that
 * nobody has answered: any other bid asked for a sealed figure, and who was told it has to be bound.
 */
export function retractionRefusal(
  reason: OwnRetractionReason,
  facts: RetractionFacts,
): string | null {
  const { auction, bid, now } = facts;
  if (bid.retractedAt !== null) return "The bid was retracted before.";
  if (auctionState(auction, now) === "ended") return "The auction has ended.";
  if (!facts.isLatest) return "Only your latest bid can be retracted.";
  if (reason === "seller_suspended") {
    return facts.isSellerSuspended ? null : "The dataset is not suspended.";
  }
  if (now.getTime() - bid.placedAt.getTime() > retractableHours * hourMs) {
    return `A mistyped bid can be retracted within ${retractableHours} hour.`;
  }
  if (auction.endsAt.getTime() - now.getTime() < bindingLastHours * hourMs) {
    return `In the last ${bindingLastHours} hours of an auction bids are binding.`;
  }
  if (facts.isSilentRaise) return null;
  return "Only a leader's raise that nobody has answered can be. Ask the seller to let you off it.";
}

/** Why a seller may not let a bidder off this bid; null: they may. */
export function releaseRefusal(
  facts: Pick<RetractionFacts, "auction" | "bid" | "isLatest" | "now">,
): string | null {
  if (facts.bid.retractedAt !== null) return "The bid was retracted before.";
  if (auctionState(facts.auction, facts.now) === "ended") return "The auction has ended.";
  return facts.isLatest ? null : "The bidder has raised it since: take the latest one.";
}
