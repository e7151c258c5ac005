import type { ConnectionScope } from "../../../db/vocabulary/connection.ts";
import type { ConnectionState } from "../../../market/connection/rules.ts";
import type { Tone } from "../../kit/parts.tsx";

export const scopeWords: Record<ConnectionScope, { label: string; hint: string }> = {
  read: {
    label: "See your purchases",
    hint: "Download your purchases, see its own spending, and get your account's events.",
  },
  purchase: {
    label: "Buy datasets",
    hint: "Charge your card within the limits below; confirm and dispute deliveries.",
  },
  bid: {
    label: "Bid in auctions",
    hint: "Auctions that it wins are charged to your card. Open bids count against the budget.",
  },
  message: {
    label: "Write messages",
    hint: "Write to sellers and post data requests in your name.",
  },
  sell: {
    label: "Sell datasets in your name",
    hint: "Upload files, set prices, publish and withdraw listings. You are paid for its sales and responsible for them.",
  },
};

/** Actions that no scope above ever includes. */
export const neverAllowed = [
  "See card numbers, or change your payment methods and payouts.",
  "Change its own limits, or connect other programs.",
];

export const connectionStateWords: Record<ConnectionState, { label: string; tone: Tone }> = {
  active: { label: "Active", tone: "good" },
  expired: { label: "Expired", tone: "warn" },
  ended: { label: "Ended", tone: "plain" },
};

/** The periods for which a consent may last; `none`: until its owner ends it. */
export const validities: [value: string, label: string][] = [
  ["1", "1 day"],
  ["7", "7 days"],
  ["30", "30 days"],
  ["90", "90 days"],
  ["365", "1 year"],
  ["none", "Until I end it"],
];
