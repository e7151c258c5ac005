import type { Act, Show } from "../handle.tsx";
import {
  approveWaitingPurchase,
  refuseWaitingPurchase,
  showWaitingPurchase,
  showWaitingPurchases,
} from "./handlers.tsx";

export const waitingPages: [path: string, show: Show][] = [
  ["/account/waiting", showWaitingPurchases],
  ["/account/waiting/:id", showWaitingPurchase],
];

export const waitingForms: [path: string, act: Act][] = [
  ["/account/waiting/:id/approve", approveWaitingPurchase],
  ["/account/waiting/:id/refuse", refuseWaitingPurchase],
];
