/** When a bidder may retract a bid, and when the seller may release it. Pure. */
import type { OwnRetractionReason } from "../../../db/vocabulary/auction.ts";
import { hourMs } from "../../../platform/time.ts";
import { auctionState, type Times } from "../../listing/pricing/rules.ts";

const retractableHours = 1;
const bindingLastHours = 12;

export type RetractionFacts = {
  auction: Times;
  bid: { placedAt: Date; retractedAt: Date | null };
  /** It is the bidder's last standing bid. */
  isLatest: boolean;
  /** It revealed nothing to its bidder, and nobody has bid since: see `isSilentRaise`. */
  isSilentRaise: boolean;
  isSellerSuspended: boolean;
  now: Date;
};

/**
 * Why a bid may not be retracted for this reason; null if it may. A mistyped amount: within an hour, not
 * in the last 12 hours, where the harm could not be undone, and only a leader's raise that nobody has
 * answered. Any other bid probed a sealed figure, and a bidder who learned it must stay bound.
 */
export function retractionRefusal(
  reason: OwnRetractionReason,
  facts: RetractionFacts,
): string | null {
  const { auction, bid, now } = facts;
  if (bid.retractedAt !== null) return "The bid has already been retracted.";
  if (auctionState(auction, now) === "ended") return "The auction has ended.";
  if (!facts.isLatest) return "Only your latest bid can be retracted.";
  if (reason === "seller_suspended") {
    return facts.isSellerSuspended ? null : "The dataset is not suspended.";
  }
  if (now.getTime() - bid.placedAt.getTime() > retractableHours * hourMs) {
    return `A mistyped bid can be retracted within ${retractableHours} hour.`;
  }
  if (auction.endsAt.getTime() - now.getTime() < bindingLastHours * hourMs) {
    return `In the last ${bindingLastHours} hours of an auction, bids are binding.`;
  }
  if (facts.isSilentRaise) return null;
  return "Only a leader's raise that nobody has answered can be retracted. Ask the seller to release you from the bid.";
}

/** Why a seller may not release a bidder from this bid; null if they may. */
export function releaseRefusal(
  facts: Pick<RetractionFacts, "auction" | "bid" | "isLatest" | "now">,
): string | null {
  if (facts.bid.retractedAt !== null) return "The bid has already been retracted.";
  if (auctionState(facts.auction, facts.now) === "ended") return "The auction has ended.";
  return facts.isLatest ? null : "The bidder has raised it since: release the latest one.";
}
