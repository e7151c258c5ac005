/** The addresses of the account area. */
import { MarketError } from "../../market/errors.ts";
import type { PageRoute } from "../kit/handle.ts";
import { showAuctions } from "./auctions/handlers.tsx";
import { showAudit } from "./audit/handlers.tsx";
import {
  addCard,
  makeCardDefault,
  removeCard,
  returnFromCardSetup,
  showCards,
} from "./cards/handlers.tsx";
import type { AccountContext } from "./context.ts";
import { showDevices, signOutDevice, signOutOthers } from "./devices/handlers.tsx";
import {
  type Act,
  accountForm,
  accountOnceForm,
  accountPage,
  accountSafetyForm,
  type Show,
} from "./handle.tsx";
import {
  changeKey,
  createKey,
  forgetKeySecret,
  revokeKey,
  showKey,
  showKeySecret,
  showKeys,
  showNewKey,
} from "./keys/handlers.tsx";
import {
  contactSeller,
  replyInThread,
  showContact,
  showThread,
  showThreads,
} from "./messages/handlers.tsx";
import { showOverview } from "./overview/handlers.tsx";
import {
  confirmPurchase,
  disputePurchase,
  downloadPurchase,
  showPurchase,
  showPurchases,
} from "./purchases/handlers.tsx";
import {
  decideAgent,
  revokeAgent,
  showAgents,
  showRevokeAgent,
} from "./selling/agents/handlers.tsx";
import { showListings } from "./selling/listings/handlers.tsx";
import { returnFromPayouts, setUpPayouts, showSales } from "./selling/sales/handlers.tsx";
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  enableWebhook,
  forgetSecret,
  retryDelivery,
  rotateSecret,
  showEditWebhook,
  showNewWebhook,
  showSecret,
  showWebhook,
  showWebhooks,
  testWebhook,
} from "./webhooks/handlers.tsx";

const pages: [path: string, show: Show][] = [
  ["/account", showOverview],
  ["/account/keys", showKeys],
  ["/account/keys/new", showNewKey],
  ["/account/keys/:id", showKey],
  ["/account/keys/:id/secret", showKeySecret],
  ["/account/payment-methods", showCards],
  ["/account/payment-methods/return", returnFromCardSetup],
  ["/account/purchases", showPurchases],
  ["/account/purchases/:id", showPurchase],
  ["/account/purchases/:id/download", downloadPurchase],
  ["/account/purchases/:id/message", showContact],
  ["/account/auctions", showAuctions],
  ["/account/messages", showThreads],
  ["/account/messages/:id", showThread],
  ["/account/agents", showAgents],
  ["/account/agents/:id/revoke", showRevokeAgent],
  ["/account/listings", showListings],
  ["/account/sales", showSales],
  ["/account/sales/payout-return", returnFromPayouts],
  ["/account/webhooks", showWebhooks],
  ["/account/webhooks/new", showNewWebhook],
  ["/account/webhooks/:id", showWebhook],
  ["/account/webhooks/:id/secret", showSecret],
  ["/account/webhooks/:id/edit", showEditWebhook],
  ["/account/devices", showDevices],
  ["/account/audit", showAudit],
  ["/account/*", notThere],
];

const forms: [path: string, act: Act][] = [
  ["/account/keys/:id", changeKey],
  ["/account/keys/:id/secret/copied", forgetKeySecret],
  ["/account/keys/:id/revoke", revokeKey],
  ["/account/payment-methods", addCard],
  ["/account/payment-methods/:id/default", makeCardDefault],
  ["/account/payment-methods/:id/remove", removeCard],
  ["/account/purchases/:id/confirm", confirmPurchase],
  ["/account/purchases/:id/dispute", disputePurchase],
  ["/account/agents/:id/decision", decideAgent],
  ["/account/agents/:id/revoke", revokeAgent],
  ["/account/sales/payouts", setUpPayouts],
  ["/account/webhooks/:id/edit", changeWebhook],
  ["/account/webhooks/:id/state", enableWebhook],
  ["/account/webhooks/:id/secret/copied", forgetSecret],
  ["/account/webhooks/:id/delete", deleteWebhook],
];

/** A suspended account may do these, too. */
const safetyForms: [path: string, act: Act][] = [
  ["/account/devices/others/sign-out", signOutOthers],
  ["/account/devices/:id/sign-out", signOutDevice],
];

/** Posted twice, each of these acts once, and both answers lead to what it made. */
const onceForms: [path: string, act: Act][] = [
  ["/account/keys", createKey],
  ["/account/purchases/:id/message", contactSeller],
  ["/account/messages/:id", replyInThread],
  ["/account/webhooks", createWebhook],
  ["/account/webhooks/:id/test", testWebhook],
  ["/account/webhooks/:id/rotate", rotateSecret],
  ["/account/webhooks/:id/deliveries/:delivery/retry", retryDelivery],
];

export function accountRoutes(ctx: AccountContext): PageRoute[] {
  return [
    ...pages.map(([path, show]) => ({
      method: "get" as const,
      path,
      handler: accountPage(ctx, show),
    })),
    ...forms.map(([path, act]) => ({
      method: "post" as const,
      path,
      handler: accountForm(ctx, act),
    })),
    ...safetyForms.map(([path, act]) => ({
      method: "post" as const,
      path,
      handler: accountSafetyForm(ctx, act),
    })),
    ...onceForms.map(([path, act]) => ({
      method: "post" as const,
      path,
      handler: accountOnceForm(ctx, act),
    })),
  ];
}

export function notThere(): Promise<Response> {
  throw new MarketError("route_not_found", "No page of your account has this address.");
}
