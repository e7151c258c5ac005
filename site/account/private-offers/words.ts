import type { PrivateOfferMove, PrivateOfferState } from "../../../db/vocabulary/private-offer.ts";
import type { Tone } from "../../kit/parts.tsx";

export const privateOfferStateWords: Record<PrivateOfferState, { label: string; tone: Tone }> = {
  open: { label: "Open", tone: "warn" },
  accepted: { label: "Accepted", tone: "good" },
  declined: { label: "Declined", tone: "plain" },
  withdrawn: { label: "Withdrawn", tone: "plain" },
  expired: { label: "Expired", tone: "plain" },
  used: { label: "Bought", tone: "good" },
};

export const moveWords: Record<PrivateOfferMove, string> = {
  offer: "Offer",
  counter: "Counter-offer",
  accept: "Accepted",
  decline: "Declined",
  withdraw: "Withdrawn",
};
