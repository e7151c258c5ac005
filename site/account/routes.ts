import { MarketError } from "../../market/errors.ts";
import { buyForms, buyPages } from "../buy/routes.ts";
import { formAddresses } from "../kit/form-addresses.ts";
import { type PageRoute, readOwnUpload, refuseOthers } from "../kit/handle.ts";
import {
  askForAccess,
  decideAccess,
  saveGate,
  showAccess,
  showAskForAccess,
  showGate,
} from "./access/handlers.tsx";
import { showAuctions } from "./auctions/handlers.tsx";
import { showAudit } from "./audit/handlers.tsx";
import { deliverAgain, removeBucket, saveBucket, showBuckets } from "./buckets/handlers.tsx";
import { endBundle, makeBundle, showBundles, showNewBundle } from "./bundles/handlers.tsx";
import {
  addCard,
  makeCardDefault,
  removeCard,
  returnFromCardSetup,
  showCards,
} from "./cards/handlers.tsx";
import {
  changeCollection,
  deleteCollection,
  makeCollection,
  placeInCollection,
  removeFromCollection,
  saveToNewCollection,
  showCollection,
  showCollections,
  showNewCollection,
  showSaveToCollection,
} from "./collections/handlers.tsx";
import {
  changeConnection,
  endConnection,
  showConnection,
  showConnections,
} from "./connections/handlers.tsx";
import type { AccountContext } from "./context.ts";
import { makeCoupon, revokeCoupon, showCoupons, showNewCoupon } from "./coupons/handlers.tsx";
import { showDevices, signOutDevice, signOutOthers } from "./devices/handlers.tsx";
import { disputeForms, disputePages, readStatement } from "./disputes/routes.ts";
import { endFollow, followedPath, followIt, showFollowing } from "./following/handlers.tsx";
import {
  type Act,
  accountForm,
  accountFormBy,
  accountOnceForm,
  accountPage,
  accountSafetyForm,
  type NextPath,
  publicPageForm,
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
import { closeAccount, exportAccount, showLeave } from "./leave/handlers.tsx";
import { chooseMails, showMails } from "./mails/handlers.tsx";
import {
  askSeller,
  contactSeller,
  replyInThread,
  showAsk,
  showContact,
  showThread,
  showThreads,
} from "./messages/handlers.tsx";
import {
  openNotification,
  readNotifications,
  showNotifications,
} from "./notifications/handlers.tsx";
import { showOverview } from "./overview/handlers.tsx";
import {
  cancelPayment,
  goToBankForPayment,
  returnToPayment,
  showPayment,
} from "./payments/handlers.tsx";
import {
  acceptPrivateOffer,
  counterPrivateOffer,
  declinePrivateOffer,
  makePrivateOffer,
  offerForRequest,
  offerToBuyer,
  showNewPrivateOffer,
  showOfferForRequest,
  showOfferToBuyer,
  showPrivateOffer,
  showPrivateOffers,
  showPrivateSales,
  withdrawPrivateOffer,
} from "./private-offers/handlers.tsx";
import {
  cancelPurchase,
  confirmPurchase,
  downloadPurchase,
  downloadPurchases,
  goToBank,
  returnFromBank,
  showPurchase,
  showPurchases,
  showReceipt,
} from "./purchases/handlers.tsx";
import { reportForms, reportPages } from "./reports/handlers.tsx";
import {
  acceptAnswer,
  closeRequest,
  editRequest,
  postAnswer,
  postRequest,
  rejectAnswer,
  reopenRequest,
  showAnswers,
  showEditRequest,
  showMatches,
  showNewAnswer,
  showNewRequest,
  showRequest,
  showRequests,
} from "./requests/handlers.tsx";
import { reviewForms, reviewPages } from "./reviews/routes.ts";
import {
  changeSearch,
  deleteSearch,
  newSearchPath,
  pauseSearch,
  saveListedSearch,
  saveSearch,
  showEditSearch,
  showNewSearch,
  showSavedSearch,
  showSavedSearches,
} from "./saved-searches/handlers.tsx";
import {
  LOGO_FORM_BYTES_MAX,
  removeLogo,
  saveLogo,
  saveSellerPage,
  showSellerPage,
} from "./seller-page/handlers.tsx";
import {
  decideAgent,
  deleteAgent,
  forgetAgentToken,
  renameAgent,
  renewAgentToken,
  revokeAgent,
  showAgent,
  showAgents,
  showAgentToken,
  showDeleteAgent,
  showRevokeAgent,
} from "./selling/agents/handlers.tsx";
import { downloadAnalytics, showAnalytics } from "./selling/analytics/handlers.tsx";
import {
  downloadEarnings,
  downloadPayouts,
  downloadSales,
  showEarnings,
  showPayouts,
} from "./selling/earnings/handlers.tsx";
import { showListings } from "./selling/listings/handlers.tsx";
import { returnFromPayouts, setUpPayouts, showSales } from "./selling/sales/handlers.tsx";
import { receiveFile } from "./selling/sell/file-handlers.tsx";
import { sellForms, sellOnceForms, sellPages } from "./selling/sell/routes.ts";
import { scriptActs } from "./selling/sell/script-acts.ts";
import { saveTerms } from "./selling/sell/terms-handlers.tsx";
import { subscriptionForms, subscriptionPages } from "./subscriptions/routes.ts";
import { acceptTerms, showAcceptTerms } from "./terms/handlers.tsx";
import { waitingForms, waitingPages } from "./waiting/routes.ts";
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
  ["/account/notifications", showNotifications],
  ["/account/notifications/:id", openNotification],
  ["/account/keys", showKeys],
  ["/account/keys/new", showNewKey],
  ["/account/keys/:id", showKey],
  ["/account/keys/:id/secret", showKeySecret],
  ["/account/connections", showConnections],
  ["/account/connections/:id", showConnection],
  ["/account/payment-methods", showCards],
  ["/account/payment-methods/return", returnFromCardSetup],
  ...buyPages,
  ["/account/access", showAccess],
  ["/account/access/gate/:id", showGate],
  ["/account/access/to/:id", showAskForAccess],
  ["/account/bundles", showBundles],
  ["/account/bundles/new", showNewBundle],
  ["/account/coupons", showCoupons],
  ["/account/coupons/new", showNewCoupon],
  ["/account/private-offers", showPrivateOffers],
  ["/account/private-offers/selling", showPrivateSales],
  ["/account/private-offers/new/:id", showNewPrivateOffer],
  ["/account/private-offers/to/:id", showOfferToBuyer],
  ["/account/private-offers/for/:id", showOfferForRequest],
  ["/account/private-offers/:id", showPrivateOffer],
  ["/account/purchases", showPurchases],
  ["/account/purchases/download", downloadPurchases],
  ["/account/purchases/:id", showPurchase],
  ["/account/purchases/:id/download", downloadPurchase],
  ["/account/purchases/:id/receipt", showReceipt],
  ["/account/purchases/:id/bank", returnFromBank],
  ["/account/payments/:id", showPayment],
  ["/account/payments/:id/bank", returnToPayment],
  ["/account/purchases/:id/message", showContact],
  ...waitingPages,
  ...subscriptionPages,
  ["/account/auctions", showAuctions],
  ["/account/requests", showRequests],
  ["/account/requests/new", showNewRequest],
  ["/account/requests/:id", showRequest],
  ["/account/requests/:id/edit", showEditRequest],
  ["/account/requests/:id/matches", showMatches],
  ["/account/answers", showAnswers],
  ["/account/answers/new", showNewAnswer],
  ["/account/saved-searches", showSavedSearches],
  ["/account/saved-searches/new", showNewSearch],
  ["/account/saved-searches/:id", showSavedSearch],
  ["/account/saved-searches/:id/edit", showEditSearch],
  ["/account/collections", showCollections],
  ["/account/collections/new", showNewCollection],
  ["/account/collections/save/:id", showSaveToCollection],
  ["/account/collections/:id", showCollection],
  ["/account/following", showFollowing],
  ["/account/buckets", showBuckets],
  ["/account/messages", showThreads],
  ["/account/messages/:id", showThread],
  ["/account/messages/to/:id", showAsk],
  ...reviewPages,
  ...reportPages,
  ["/account/agents", showAgents],
  ["/account/agents/:id", showAgent],
  ["/account/agents/:id/token", showAgentToken],
  ["/account/agents/:id/revoke", showRevokeAgent],
  ["/account/agents/:id/delete", showDeleteAgent],
  ["/account/seller-page/:id", showSellerPage],
  ["/account/listings", showListings],
  ...sellPages,
  ["/account/sales", showSales],
  ["/account/sales/payout-return", returnFromPayouts],
  ["/account/sales/download", downloadSales],
  ...disputePages,
  ["/account/analytics", showAnalytics],
  ["/account/analytics/download", downloadAnalytics],
  ["/account/earnings", showEarnings],
  ["/account/earnings/download", downloadEarnings],
  ["/account/earnings/payouts", showPayouts],
  ["/account/earnings/payouts/download", downloadPayouts],
  ["/account/webhooks", showWebhooks],
  ["/account/webhooks/new", showNewWebhook],
  ["/account/webhooks/:id", showWebhook],
  ["/account/webhooks/:id/secret", showSecret],
  ["/account/webhooks/:id/edit", showEditWebhook],
  ["/account/mails", showMails],
  ["/account/devices", showDevices],
  ["/account/audit", showAudit],
  ["/account/leave", showLeave],
  ["/account/terms", showAcceptTerms],
  ["/account/*", notThere],
];

const forms: [path: string, act: Act][] = [
  ["/account/keys/:id", changeKey],
  ["/account/keys/:id/secret/copied", forgetKeySecret],
  ["/account/keys/:id/revoke", revokeKey],
  ["/account/connections/:id", changeConnection],
  ["/account/payment-methods", addCard],
  ["/account/payment-methods/:id/default", makeCardDefault],
  ["/account/payment-methods/:id/remove", removeCard],
  ...buyForms,
  ["/account/access/:id/decide", decideAccess],
  ["/account/access/gate/:id", saveGate],
  ["/account/bundles/:id/end", endBundle],
  ["/account/coupons/:id/revoke", revokeCoupon],
  ["/account/private-offers/:id/accept", acceptPrivateOffer],
  ["/account/private-offers/:id/decline", declinePrivateOffer],
  ["/account/private-offers/:id/withdraw", withdrawPrivateOffer],
  ["/account/purchases/:id/confirm", confirmPurchase],
  ["/account/purchases/:id/bank", goToBank],
  ["/account/payments/:id/bank", goToBankForPayment],
  ["/account/payments/:id/cancel", cancelPayment],
  ["/account/purchases/:id/cancel", cancelPurchase],
  ...waitingForms,
  ...subscriptionForms,
  ...reviewForms,
  ...reportForms,
  ["/account/requests/new", postRequest],
  ["/account/requests/:id/edit", editRequest],
  ["/account/requests/:id/close", closeRequest],
  ["/account/requests/:id/answers/:answer/accept", acceptAnswer],
  ["/account/requests/:id/answers/:answer/reject", rejectAnswer],
  ["/account/saved-searches/:id/edit", changeSearch],
  ["/account/saved-searches/:id/state", pauseSearch],
  ["/account/saved-searches/:id/delete", deleteSearch],
  ["/account/collections/:id", changeCollection],
  ["/account/collections/:id/delete", deleteCollection],
  ["/account/collections/:id/datasets/:dataset", placeInCollection],
  ["/account/collections/:id/datasets/:dataset/remove", removeFromCollection],
  ["/account/following/:id/end", endFollow],
  ["/account/buckets", saveBucket],
  ["/account/buckets/:id/remove", removeBucket],
  ["/account/buckets/:id/deliver", deliverAgain],
  ["/account/agents/:id/decision", decideAgent],
  ["/account/agents/:id", renameAgent],
  ["/account/seller-page/:id", saveSellerPage],
  ["/account/seller-page/:id/logo/remove", removeLogo],
  ["/account/agents/:id/revoke", revokeAgent],
  ["/account/agents/:id/delete", deleteAgent],
  ["/account/agents/:id/token/copied", forgetAgentToken],
  ["/account/sales/payouts", setUpPayouts],
  ["/account/leave/close", closeAccount],
  ["/account/terms", acceptTerms],
  ["/account/mails", chooseMails],
  ["/account/webhooks/:id/edit", changeWebhook],
  ["/account/webhooks/:id/state", enableWebhook],
  ["/account/webhooks/:id/secret/copied", forgetSecret],
  ["/account/webhooks/:id/delete", deleteWebhook],
  ["/account/listings/:id/terms", saveTerms],
  ...sellForms,
];

/** Forms that a suspended account may use, too. */
const safetyForms: [path: string, act: Act][] = [
  ["/account/notifications/read", readNotifications],
  ["/account/connections/:id/end", endConnection],
  ["/account/devices/others/sign-out", signOutOthers],
  ["/account/devices/:id/sign-out", signOutDevice],
  ["/account/leave/export", exportAccount],
];

/**
 * Forms that create something. If one is posted twice, it acts once and both answers lead to the
 * result.
 */
const onceForms: [path: string, act: Act][] = [
  ["/account/keys/new", createKey],
  ["/account/saved-searches/new", saveSearch],
  ["/account/collections/new", makeCollection],
  ["/account/collections/save/:id", saveToNewCollection],
  ["/account/purchases/:id/message", contactSeller],
  ["/account/access/to/:id", askForAccess],
  ["/account/bundles/new", makeBundle],
  ["/account/coupons/new", makeCoupon],
  ["/account/private-offers/new/:id", makePrivateOffer],
  ["/account/private-offers/to/:id", offerToBuyer],
  ["/account/private-offers/for/:id", offerForRequest],
  ["/account/private-offers/:id/counter", counterPrivateOffer],
  ["/account/messages/:id", replyInThread],
  ["/account/messages/to/:id", askSeller],
  ["/account/answers/new", postAnswer],
  ["/account/requests/:id/reopen", reopenRequest],
  ["/account/webhooks/new", createWebhook],
  ["/account/webhooks/:id/test", testWebhook],
  ["/account/webhooks/:id/rotate", rotateSecret],
  ["/account/agents/:id/rotate", renewAgentToken],
  ["/account/webhooks/:id/deliveries/:delivery/retry", retryDelivery],
  ...sellOnceForms,
];

/** Forms on public pages, each with the page on which somebody continues after signing in. */
const publicPageForms: [path: string, act: Act, next: NextPath][] = [
  ["/account/saved-searches/save", saveListedSearch, newSearchPath],
  ["/account/following/save", followIt, followedPath],
];

export function accountRoutes(ctx: AccountContext): PageRoute[] {
  const pagesAndForms: PageRoute[] = [
    ...routesOf("get", pages, (show) => accountPage(ctx, show)),
    ...routesOf("post", forms, (act) => accountForm(ctx, act)),
    ...routesOf("post", safetyForms, (act) => accountSafetyForm(ctx, act)),
    ...routesOf("post", onceForms, (act) => accountOnceForm(ctx, act)),
    ...routesOf("post", disputeForms, (act) => accountFormBy(ctx, readStatement(ctx), act)),
    ...publicPageForms.map(([path, act, next]): PageRoute => {
      return { method: "post", path, handler: publicPageForm(ctx, act, next) };
    }),
    {
      method: "post",
      path: "/account/seller-page/:id/logo",
      handler: accountFormBy(
        ctx,
        (request) => readOwnUpload(ctx, request, LOGO_FORM_BYTES_MAX),
        saveLogo,
      ),
    },
    {
      method: "post",
      path: "/account/listings/:id/file",
      handler: accountFormBy(ctx, async (request) => ownRequest(ctx, request), receiveFile),
    },
  ];
  return [...pagesAndForms, ...formAddresses(ctx, pagesAndForms), ...scriptActs(ctx)];
}

function routesOf<Done>(
  method: PageRoute["method"],
  rows: readonly [path: string, done: Done][],
  handlerOf: (done: Done) => PageRoute["handler"],
): PageRoute[] {
  return rows.map(([path, done]) => ({ method, path, handler: handlerOf(done) }));
}

/** A file is read while it arrives; the person was authenticated before that. */
function ownRequest(ctx: AccountContext, request: Request): Request {
  refuseOthers(ctx, request);
  return request;
}

export function notThere(): Promise<Response> {
  throw new MarketError("route_not_found", "Your account has no such page.");
}
