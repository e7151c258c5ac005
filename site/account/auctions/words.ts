import type { OwnBidView } from "../../../market/auction/list-own-bids.ts";
import type { OfferStatus } from "../../../market/auction/rules.ts";
import type { Tone } from "../../kit/parts.tsx";

type StateWords = { label: string; tone: Tone; why: string | null };

const offerWords: Record<OfferStatus, StateWords> = {
  won: { label: "Won", tone: "good", why: "The card is being charged." },
  charging: { label: "Won", tone: "good", why: "The card is being charged." },
  unpaid: { label: "Won, not paid", tone: "bad", why: "The card was not charged." },
  offered: { label: "Offered to you", tone: "warn", why: "The winner did not pay." },
  paid: { label: "Won and paid", tone: "good", why: null },
  lapsed: { label: "Lapsed", tone: "plain", why: "You did not pay in time." },
  declined: { label: "Declined", tone: "plain", why: "You turned the offer down." },
};

/** Whether the account is winning now, or how its bid ended. */
export function bidStateWords({ offer, position, is_closed, auction }: OwnBidView): StateWords {
  if (offer !== null) return offerWords[offer.status];
  if (is_closed) return { label: "Not won", tone: "plain", why: null };
  if (position === null) return { label: "Ended", tone: "plain", why: "The auction is closing." };
  if (!position.is_leading) return { label: "Outbid", tone: "warn", why: null };
  if (auction.reserve_met) return { label: "Leading", tone: "good", why: null };
  return {
    label: "Leading",
    tone: "warn",
    why: "The reserve is not met, so nothing would be sold.",
  };
}
