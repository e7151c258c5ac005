/** A bounty and its deliveries as the two sides see them. */
import type { BountyDetail, DeliveryRow } from "../../db/queries/bounties/bounties.ts";
import type { AcceptanceResult } from "../acceptance/results.ts";
import { withoutSketches } from "../acceptance/without-sketches.ts";
import { termsInWords } from "../acceptance/words.ts";
import { viewNextAction } from "../purchase/next-action.ts";
import { instant } from "../view.ts";
import { bountyStatus } from "./rules.ts";
import type { BountyView, DeliveryView } from "./schemas.ts";

/** For everybody null until it is funded; `isOwn`: for its poster. */
export function viewBounty(
  bounty: BountyDetail | null,
  { isOwn, baseUrl }: { isOwn: boolean; baseUrl: string },
): BountyView | null {
  if (bounty === null) return null;
  const status = bountyStatus(bounty.purseState, bounty.endedAt !== null);
  if (!isOwn && (status === "funding" || status === "unfunded")) return null;
  const { pending = 0, passed = 0, failed = 0, undecided = 0, lost = 0 } = bounty.deliveries;
  const terms = withoutSketches(bounty.terms);
  return {
    status,
    mode: bounty.mode,
    prize_cents: bounty.prizeCents,
    winners: bounty.winners,
    awarded: bounty.awarded,
    acceptance: terms,
    conditions: termsInWords(terms),
    deliveries: { pending, passed, failed, undecided, lost },
    refund_cents: bounty.refundCents,
    next_action: isOwn ? viewNextAction(baseUrl, paymentOf(bounty)) : null,
    failure: isOwn ? bounty.failure : null,
    ended_at: bounty.endedAt,
  };
}

function paymentOf({ purseId, purseState, actionAskedAt, actionDueAt, failureCode }: BountyDetail) {
  const at = (text: string | null) => (text === null ? null : new Date(text));
  return {
    ...{ id: purseId, purseId, state: purseState, failureCode },
    actionAskedAt: at(actionAskedAt),
    actionDueAt: at(actionDueAt),
  };
}

export type Viewer = "poster" | "seller";

/**
 * A file that did not win is not the poster's: its verdicts are shown, and figures about counts, which the
 * public profile has, but no figure about values.
 */
export function viewDelivery(delivery: DeliveryRow | null, viewer: Viewer): DeliveryView | null {
  if (delivery === null) return null;
  const isBought = delivery.state === "won";
  const results = delivery.results ?? [];
  return {
    status: delivery.state,
    price_cents: delivery.priceCents,
    version: delivery.version,
    results: viewer === "seller" || isBought ? results : results.map(withoutFigure),
    detail: delivery.trouble,
    evaluated_at: instant(delivery.evaluatedAt),
    purchase_id: delivery.purchaseId,
  };
}

function withoutFigure(result: AcceptanceResult): AcceptanceResult {
  return result.is_probe ? { ...result, figure: null } : result;
}
