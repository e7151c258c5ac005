/** Decides who may report a listing, and the effects of decisions and appeals. Pure. */

import type { ListingStatus } from "../../db/vocabulary/listing.ts";
import type { AppealOutcome, ListingDecisionKind } from "../../db/vocabulary/report.ts";
import type { ListingSuspender } from "../listing/rules.ts";
import type { Refusal } from "../refusal.ts";
import { OPEN_LISTING_REPORTS_PER_ACCOUNT_MAX, OPEN_REPORTS_PER_LISTING_MAX } from "./limits.ts";

/** An administrator's choices about a listing's reports. */
export const reportWishes = ["dismiss", "suspend"] as const;
export type ReportWish = (typeof reportWishes)[number];

type Reported = { status: ListingStatus; sellerAccountId: string | null };
/** Null account: a visitor, whose reports are not counted by account. */
type ReporterFacts = { accountId: string | null; openOfAccount: number; openOfListing: number };

/** Further reports of a listing add nothing, because it will be examined. */
export const isFull = (openOfListing: number): boolean =>
  openOfListing >= OPEN_REPORTS_PER_LISTING_MAX;

/** The reason why this account or visitor may not report the listing; null: it may. */
export function listingReportRefusal(listing: Reported, asked: ReporterFacts): Refusal | null {
  if (listing.status !== "active") {
    return { code: "dataset_not_found", detail: "No active dataset has this id." };
  }
  if (asked.accountId !== null && listing.sellerAccountId === asked.accountId) {
    return { code: "own_words", detail: "You offer it yourself: change it, or withdraw it." };
  }
  if (asked.openOfAccount >= OPEN_LISTING_REPORTS_PER_ACCOUNT_MAX) {
    const most = OPEN_LISTING_REPORTS_PER_ACCOUNT_MAX;
    return { code: "limit_reached", detail: `${most} reports of an account wait at most.` };
  }
  if (!isFull(asked.openOfListing)) return null;
  const detail = "Enough people have reported it; it is already under review.";
  return { code: "limit_reached", detail };
}

/** Why this administrator may not decide about the listing; null: another account offers it. */
export function deciderRefusal(
  adminAccountId: string,
  sellerAccountId: string | null | undefined,
): Refusal | null {
  if (sellerAccountId !== adminAccountId) return null;
  return { code: "party_to_dispute", detail: "You offer it: another one has to decide." };
}

type Offered = { status: ListingStatus; suspendedBy: ListingSuspender | null };

/** The decision that the wish leads to. A listing that is no longer offered is dismissed. */
export function decisionOf({ status }: Offered, wish: ReportWish): ListingDecisionKind | Refusal {
  const isOffered = status === "active" || status === "suspended";
  if (wish === "dismiss") return isOffered ? "dismissed" : "off_sale";
  if (isOffered) return "suspended";
  const detail = `The listing is now ${status}, so it need not be suspended. Dismiss the reports.`;
  return { code: "listing_not_active", detail };
}

/** Refuses if the administrator has not seen all reports, or if another one has already decided. */
export function seenRefusal(seen: number, open: number): Refusal | null {
  if (open === 0) {
    return { code: "reports_changed", detail: "Another administrator has already decided." };
  }
  if (seen === open) return null;
  const detail = "There are new reports: read them first, then decide.";
  return { code: "reports_changed", detail };
}

type Appealed = {
  decision: ListingDecisionKind;
  appealedAt: Date | null;
  appealOutcome: AppealOutcome | null;
};

const isHeld = ({ status, suspendedBy }: Offered): boolean =>
  status === "suspended" && suspendedBy === "listing";

/** The reason why the seller may not appeal against a decision; null: they may, once. */
export function appealRefusal(decision: Appealed, listing: Offered): Refusal | null {
  const refused = (detail: string): Refusal => ({ code: "appeal_not_possible", detail });
  if (decision.decision !== "suspended") return refused("Nothing was taken off sale by it.");
  if (decision.appealedAt !== null) return refused("It was appealed against: that is done once.");
  return isHeld(listing) ? null : refused("The listing is not held by this decision any more.");
}

/** Whether an appeal awaits this outcome, or the reason why it does not. */
export function appealDecision(decision: Appealed, outcome: AppealOutcome): "apply" | Refusal {
  if (decision.appealedAt === null) {
    return { code: "appeal_not_possible", detail: "Nobody has appealed against it." };
  }
  if (decision.appealOutcome === null) return "apply";
  const isSame = decision.appealOutcome === outcome;
  const detail = `Another administrator has already decided ${isSame ? "the same" : "otherwise"}.`;
  return { code: "reports_changed", detail };
}

/**
 * An upheld appeal does not restore a listing that was withdrawn or suspended for another reason.
 */
export function restoresListing(listing: Offered, outcome: AppealOutcome): boolean {
  return outcome === "upheld" && isHeld(listing);
}
