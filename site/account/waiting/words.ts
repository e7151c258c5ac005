import type { WaitingState } from "../../../db/vocabulary/purchase.ts";
import type { Tone } from "../../kit/parts.tsx";

export const waitingStateWords: Record<WaitingState, { label: string; tone: Tone }> = {
  waiting: { label: "Awaiting your approval", tone: "warn" },
  approved: { label: "Approved", tone: "good" },
  refused: { label: "Refused", tone: "plain" },
  cancelled: { label: "Cancelled", tone: "plain" },
  superseded: { label: "Superseded", tone: "plain" },
  expired: { label: "Expired", tone: "plain" },
};

/** Labels for the outcomes. */
export const endedWords: Record<Exclude<WaitingState, "waiting">, string> = {
  approved: "You approved it. The purchase shows the payment's outcome.",
  refused: "You refused it. Nothing was charged.",
  cancelled: "The agent cancelled it, or its key was revoked. Nothing was charged.",
  superseded: "The agent requested it again on other terms, or the dataset was bought another way.",
  expired: "Nobody answered in time. Nothing was charged.",
};
