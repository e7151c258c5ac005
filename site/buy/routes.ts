import type { Act, Show } from "../account/handle.tsx";
import { bidOnDataset, payOffer, showBid, showOffer, turnDownOffer } from "./auction-handlers.tsx";
import { buyBundle, showBuyBundle } from "./bundle-handlers.tsx";
import { buyDataset, showBuy } from "./handlers.tsx";
import { showSubscribe, subscribeToDataset } from "./subscribe-handlers.tsx";
import { buyTrial, showTrial } from "./trial-handlers.tsx";

export const buyPages: [path: string, show: Show][] = [
  ["/datasets/:id/buy", showBuy],
  ["/datasets/:id/subscribe", showSubscribe],
  ["/datasets/:id/bid", showBid],
  ["/datasets/:id/trial", showTrial],
  ["/bundles/:id/buy", showBuyBundle],
  ["/account/offers/:id", showOffer],
];

/**
 * These are not in `onceForms`: each opens its purchase once by itself, and charges it afterwards.
 */
export const buyForms: [path: string, act: Act][] = [
  ["/account/datasets/:id/buy", buyDataset],
  ["/account/datasets/:id/subscribe", subscribeToDataset],
  ["/account/datasets/:id/bid", bidOnDataset],
  ["/account/datasets/:id/trial", buyTrial],
  ["/account/bundle-orders/:id", buyBundle],
  ["/account/offers/:id/pay", payOffer],
  ["/account/offers/:id/decline", turnDownOffer],
];
