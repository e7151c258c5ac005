/** The words for data requests and answers, wherever they are shown. */
import type { BountyStatus, DeliveryState } from "../../db/vocabulary/bounty.ts";
import type { CategoryId } from "../../db/vocabulary/listing.ts";
import type { AnswerStatus, DataRequestState } from "../../db/vocabulary/request.ts";
import { categories } from "../../market/vocabulary.ts";
import type { Tone } from "../kit/parts.tsx";

type StateWords = { label: string; tone: Tone };

export const requestStateWords: Record<DataRequestState, StateWords> = {
  open: { label: "Open", tone: "good" },
  fulfilled: { label: "Fulfilled", tone: "accent" },
  closed: { label: "Closed", tone: "plain" },
  expired: { label: "Expired", tone: "plain" },
  removed: { label: "Removed", tone: "bad" },
};

export const answerStatusWords: Record<AnswerStatus, StateWords> = {
  pending: { label: "Pending", tone: "warn" },
  accepted: { label: "Accepted", tone: "good" },
  rejected: { label: "Rejected", tone: "plain" },
  withdrawn: { label: "Withdrawn", tone: "plain" },
  removed: { label: "Removed", tone: "bad" },
  gone: { label: "Not on sale", tone: "plain" },
};

export const bountyStatusWords: Record<BountyStatus, StateWords> = {
  funding: { label: "Being charged", tone: "warn" },
  unfunded: { label: "Not funded", tone: "bad" },
  open: { label: "Bounty", tone: "good" },
  ended: { label: "Bounty ended", tone: "plain" },
};

export const deliveryStateWords: Record<DeliveryState, StateWords> = {
  pending: { label: "Being checked", tone: "warn" },
  passed: { label: "Passed", tone: "good" },
  failed: { label: "Failed", tone: "bad" },
  undecided: { label: "Not decided", tone: "warn" },
  won: { label: "Won", tone: "good" },
  lost: { label: "Did not win", tone: "plain" },
};

export function categoryWords(category: CategoryId | null): string {
  return categories.find(({ id }) => id === category)?.name ?? "Any";
}
