/** Who may report a listing, what an administrator's decision and a seller's appeal come to. Pure. */

import type { ListingStatus } from "../../db/vocabulary/listing.ts";
import type { AppealOutcome, ListingDecisionKind } from "../../db/vocabulary/report.ts";
import type { ListingSuspender } from "../listing/rules.ts";
import type { Refusal } from "../refusal.ts";
import { OPEN_LISTING_REPORTS_PER_ACCOUNT_MAX, OPEN_REPORTS_PER_LISTING_MAX } from "./limits.ts";

/** What an administrator wishes to do about the reports of a listing. */
export const reportWishes = ["dismiss", "suspend"] as const;
export type ReportWish = (typeof reportWishes)[number];

type Reported = { status: ListingStatus; sellerAccountId: string | null };
/** Without an account nobody is known to sell it, and no account's reports are counted. */
type ReporterFacts = { accountId: string | null; openOfAccount: number; openOfListing: number };

/** More of a listing add nothing: it is looked at. */
export const isFull = (openOfListing: number): boolean =>
  openOfListing >= OPEN_REPORTS_PER_LISTING_MAX;

/** Why this account, or a visitor, may not report the listing; null: it may. */
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
  const detail = "So many have reported it that another report adds nothing: it is looked at.";
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

/** What the wish comes to. What has left the market by itself is dismissed as that. */
export function decisionOf({ status }: Offered, wish: ReportWish): ListingDecisionKind | Refusal {
  const isOffered = status === "active" || status === "suspended";
  if (wish === "dismiss") return isOffered ? "dismissed" : "off_sale";
  if (isOffered) return "suspended";
  const detail = `The listing is ${status} meanwhile: nothing is left to suspend. Dismiss the reports.`;
  return { code: "listing_not_active", detail };
}

/** Nobody decides about reports that they have not seen, nor about what somebody else has decided. */
export function seenRefusal(seen: number, open: number): Refusal | null {
  if (open === 0) {
    return { code: "reports_changed", detail: "Another administrator has decided meanwhile." };
  }
  if (seen === open) return null;
  const detail = "Others have reported it meanwhile: read that first, then decide.";
  return { code: "reports_changed", detail };
}

type Appealed = {
  decision: ListingDecisionKind;
  appealedAt: Date | null;
  appealOutcome: AppealOutcome | null;
};

const isHeld = ({ status, suspendedBy }: Offered): boolean =>
  status === "suspended" && suspendedBy === "listing";

/** Why its seller may not appeal against a decision; null: they may, once. */
export function appealRefusal(decision: Appealed, listing: Offered): Refusal | null {
  const refused = (detail: string): Refusal => ({ code: "appeal_not_possible", detail });
  if (decision.decision !== "suspended") return refused("Nothing was taken off sale by it.");
  if (decision.appealedAt !== null) return refused("It was appealed against: that is done once.");
  return isHeld(listing) ? null : refused("The listing is not held by this decision any more.");
}

/** Whether an appeal waits for this outcome, has it, or has another one. */
export function appealDecision(decision: Appealed, outcome: AppealOutcome): "apply" | Refusal {
  if (decision.appealedAt === null) {
    return { code: "appeal_not_possible", detail: "Nobody has appealed against it." };
  }
  if (decision.appealOutcome === null) return "apply";
  const isSame = decision.appealOutcome === outcome;
  const detail = `Another administrator has decided ${isSame ? "the same" : "otherwise"} meanwhile.`;
  return { code: "reports_changed", detail };
}

/** What was withdrawn, or is held by something else, does not come back by an appeal. */
export function restoresListing(listing: Offered, outcome: AppealOutcome): boolean {
  return outcome === "upheld" && isHeld(listing);
}
