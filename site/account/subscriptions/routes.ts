import type { Act, Show } from "../handle.tsx";
import { setCard, setRenewal, showSubscription, showSubscriptions } from "./handlers.tsx";

export const subscriptionPages: [path: string, show: Show][] = [
  ["/account/subscriptions", showSubscriptions],
  ["/account/subscriptions/:id", showSubscription],
];

export const subscriptionForms: [path: string, act: Act][] = [
  ["/account/subscriptions/:id/renewal/:renewal", setRenewal],
  ["/account/subscriptions/:id/card", setCard],
];
