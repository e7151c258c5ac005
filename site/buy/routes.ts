/** The addresses at which a person buys, bids and pays what was won. */
import type { Act, Show } from "../account/handle.tsx";
import { bidOnDataset, payOffer, showBid, showOffer, turnDownOffer } from "./auction-handlers.tsx";
import { buyDataset, showBuy } from "./handlers.tsx";

export const buyPages: [path: string, show: Show][] = [
  ["/datasets/:id/buy", showBuy],
  ["/datasets/:id/bid", showBid],
  ["/account/offers/:id", showOffer],
];

/** Each opens what it makes once by itself, and charges it after that. */
export const buyForms: [path: string, act: Act][] = [
  ["/account/datasets/:id/buy", buyDataset],
  ["/account/datasets/:id/bid", bidOnDataset],
  ["/account/offers/:id/pay", payOffer],
  ["/account/offers/:id/decline", turnDownOffer],
];
