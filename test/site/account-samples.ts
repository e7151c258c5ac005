/** An account with data of every kind, for the tests of each page. */

import { purchaseStates } from "../../db/vocabulary/purchase.ts";
import type { ApiKeySummary } from "../../market/account/read.ts";
import type { AuditItem } from "../../market/audit/schemas.ts";
import { MarketError } from "../../market/errors.ts";
import { renderReceipt } from "../../market/purchase/receipt/render-receipt.ts";
import type { Payment } from "../../site/account/payments/use-cases.ts";
import type { AccountUseCases } from "../../site/account/use-cases.ts";
import type { AdministrationUseCases } from "../../site/admin/use-cases.ts";
import { sampleAccessPages } from "./access/samples.ts";
import { sampleOperations } from "./admin/operations-samples.ts";
import { sampleSubjects } from "./admin/subject-samples.ts";
import { sampleAgents, sampleOpenMatters } from "./agents/samples.ts";
import { emptyAnalyticsPages, sampleAnalyticsPages } from "./analytics/samples.ts";
import { sampleBids } from "./bid-samples.ts";
import { sampleBuckets } from "./bucket-samples.ts";
import { sampleBundlePages } from "./bundles/samples.ts";
import { sampleBuying } from "./buy/samples.ts";
import { sampleCollectionPages } from "./collections/samples.ts";
import { sampleConnections } from "./consent/samples.ts";
import {
  sampleDeliveries,
  sampleDevices,
  sampleMessages,
  sampleThread,
  sampleThreads,
  sampleWebhookSecret,
  sampleWebhooks,
} from "./contact-samples.ts";
import { sampleCouponPages } from "./coupons/samples.ts";
import { sampleDisputeFile, sampleDisputePages } from "./disputes/samples.ts";
import { emptyEarningPages, sampleEarningPages } from "./earnings/samples.ts";
import { sampleFollowPages } from "./following/samples.ts";
import { sampleDebts, sampleMoney } from "./money-samples.ts";
import { emptyOverviewPages, sampleOverviewPages } from "./overview/samples.ts";
import { samplePrivateOfferPages } from "./private-offers/samples.ts";
import {
  at,
  isoAt,
  longTitle,
  sampleAcceptance,
  sampleDispute,
  sampleId,
  samplePurchase,
  sampleReceipt,
  sampleSales,
} from "./purchase-samples.ts";
import { sampleReconciliation } from "./reconciliation-samples.ts";
import { sampleReportAdministration, sampleReportPages } from "./reports/samples.ts";
import { sampleModeration, sampleRequestPages } from "./requests/samples.ts";
import { sampleReviewModeration, sampleReviewPages } from "./reviews/samples.ts";
import { sampleSearchPages } from "./saved-searches/samples.ts";
import { sampleSelling } from "./selling/samples.ts";
import { emptySubscriptionPages, sampleSubscriptionPages } from "./subscriptions/samples.ts";
import { sampleWaitingPages } from "./waiting/samples.ts";

export const nothingWaits = {
  unreadThreads: 0,
  openOffers: 0,
  acceptedPrivateOffers: 0,
  buyersPrivateOffers: 0,
  sellersPrivateOffers: 0,
  dueConfirmations: 0,
  unreadNotifications: 0,
};

export const sampleSecret = `dm_test_${"s3cr3t-".repeat(6)}x`;

const done = async () => undefined;
const cursorless = { offset: 0, total_is_exact: true, has_more: false, next_cursor: null };
const pageOf = async <Item>(items: Item[]) => ({ items, total: 87 });

function found<Item extends { id: string }>(items: Item[], id: string): Item {
  const item = items.find((one) => one.id === id);
  if (item === undefined) throw new MarketError("purchase_not_found", "No such thing.");
  return item;
}

async function* noPieces(): AsyncGenerator<string> {
  yield "{}";
}

const samplePayment = (id: string, name: string): Payment => ({
  ...{ id, kind: "bundle", status: "payment_pending", title: name },
  ...{
    priceCents: 4900,
    refundCents: 100,
    refundState: "failed",
    refundReference: name,
    currency: "usd",
    failure: name,
  },
  card: { brand: "visa", last4: "4242" },
  createdAt: new Date("2026-11-20T10:00:00.000Z"),
  nextAction: {
    type: "confirm_with_bank",
    url: `https://market.example/account/payments/${id}`,
    expires_at: "2026-11-21T10:00:00.000Z",
  },
  requestId: id,
  bundleId: id,
  purchases: [samplePurchase(1, "payment_pending", name), samplePurchase(2, "in_escrow", name)],
});

/** `name` is used wherever people or agents choose the words. */
export function sampleAccount(name = "research-agent"): {
  account: AccountUseCases;
  administration: AdministrationUseCases;
} {
  const keys = sampleKeys(name);
  const connections = sampleConnections(name);
  const purchases = purchaseStates.map((state, index) => samplePurchase(index + 1, state, name));
  const agents = sampleAgents(name);
  const secrets = new Map<string, string>();
  const firstKey = keys[0];
  if (firstKey === undefined) throw new Error("no key");
  return {
    account: {
      listBuckets: async () => sampleBuckets(name),
      saveBucket: async () => {},
      removeBucket: async () => {},
      deliverAgain: async () => {},
      standing: async () => ({
        suspendedReason: null,
        termsDue: null,
        admin: null,
        pendingAgents: 1,
        waitingPurchases: 2,
        unreadThreads: 2,
        openOffers: 1,
        acceptedPrivateOffers: 0,
        buyersPrivateOffers: 0,
        sellersPrivateOffers: 0,
        dueConfirmations: 3,
        unreadNotifications: 100,
      }),
      checkOrder: async () => {},
      getAcceptance: async (_, id) => sampleAcceptance(id, name),
      findSaleAcceptance: async (_, id) => sampleAcceptance(id, name),
      viewLeaving: async () => ({ open: [], exportWaitSeconds: null }),
      exportAccount: async () => noPieces(),
      closeAccount: async () => {},
      acceptTerms: async () => {},
      ...sampleOverviewPages(name, keys, purchases),
      listConnections: () => pageOf(connections),
      getConnection: async (_, id) => found(connections, id),
      listConnectionActs: async (_, { apiKeyId }) =>
        apiKeyId === null
          ? null
          : { purchases: purchases.slice(0, 2), bids: sampleBids(name).slice(0, 1) },
      changeConnection: async () => undefined,
      endConnection: async () => undefined,
      listKeys: () => pageOf(keys),
      getKey: async (_, id) => found(keys, id),
      createKey: async (_, form) => {
        const { name, budget_cents } = form;
        return {
          key: { ...firstKey, name, budgetCents: budget_cents, accountId: "a", secretHash: "h" },
          secret: sampleSecret,
        };
      },
      changeKey: done,
      revokeKey: done,
      listCards: async () => sampleCards(),
      beginCardSetup: async () => ({ url: "https://hosted.example/setup" }),
      finishCardSetup: async () => "added",
      makeCardDefault: done,
      removeCard: done,
      listPurchases: async (_, { status }) => {
        const items = purchases.filter((one) => status === undefined || one.status === status);
        return { ...(await pageOf(items)), totalCents: 24_950 * items.length };
      },
      walkPurchases: async () => ({
        items: purchases,
        pagination: { ...cursorless, limit: 500, total: purchases.length },
        totalCents: 0,
      }),
      getPurchase: async (_, id) => found(purchases, id),
      getDownloadUrl: async () => ({ url: "https://files.example/signed" }),
      getReceipt: async (_, id) => sampleReceipt(await found(purchases, id)),
      renderReceipt,
      visitBank: async () => ({ url: "https://hosted.example/authenticate" }),
      returnFromBank: done,
      getPayment: async (_, id) => samplePayment(id, name),
      visitBankForPayment: async () => ({ url: "https://hosted.example/authenticate" }),
      returnToPayment: done,
      cancelPayment: done,
      fundBounty: done,
      cancelPurchase: done,
      confirmPurchase: done,
      disputePurchase: done,
      ...sampleDisputePages(name),
      ...sampleBuying({
        cards: sampleCards(),
        purchase: samplePurchase(1, "released", name),
        name,
      }),
      ...sampleWaitingPages(name),
      ...sampleSubscriptionPages(name, sampleCards()),
      listAgents: () => pageOf(agents),
      getAgent: async (_, id) => found(agents, id),
      listOpenMatters: async (agentId) => (agentId === sampleId(2) ? sampleOpenMatters(name) : []),
      decideAgent: done,
      renameAgent: done,
      getSellerPage: async () => ({
        ...{ name, about: name, websites: ["https://birds.example/"], hasLogo: true },
        hiddenParts: ["text"],
      }),
      setLogo: async () => undefined,
      removeLogo: async () => undefined,
      describeSeller: done,
      renewAgentToken: async () => sampleSecret,
      deleteAgent: done,
      revokeAgent: done,
      ...sampleSelling(name),
      summarizeSales: async () => ({
        heldCents: 24_950,
        disputedCents: 125_000,
        owedCents: 4_512,
        paidOutCents: 1_204_388,
        refundedCents: 900,
        feeCents: 63_389,
        currency: "usd",
      }),
      ...sampleEarningPages(name),
      ...sampleAnalyticsPages(name),
      listSales: () => pageOf(sampleSales(name)),
      listDebts: async () => sampleDebts(name),
      readPayouts: async () => ({ state: "open", enabledAt: null }),
      beginPayoutSetup: async () => ({ url: "https://hosted.example/payouts" }),
      finishPayoutSetup: async () => ({ state: "ready", enabledAt: at(0) }),
      listThreads: () => pageOf(sampleThreads(name)),
      getThread: async (_, id) => {
        const thread = found(sampleThreads(name), id);
        const messages = { items: sampleMessages(Number(id.slice(-12)), name), total: 43 };
        return { thread, messages };
      },
      reply: async (_, id) => ({ id: sampleId(100), thread_id: id }),
      contactSeller: async () => ({ id: sampleId(100), thread_id: sampleId(1) }),
      ...samplePrivateOfferPages(name),
      ...sampleCouponPages(name),
      ...sampleBundlePages(name, sampleCards()),
      ...sampleAccessPages(name),
      ...sampleRequestPages(name),
      ...sampleReviewPages(name),
      ...sampleReportPages(name),
      ...sampleWebhookPages(name),
      ...sampleSearchPages(name),
      ...sampleFollowPages(name),
      ...sampleCollectionPages(name),
      keepSecret: async ({ subjectId, sessionCookieValue }, secret) => {
        secrets.set(subjectId + sessionCookieValue, secret);
      },
      readSecret: async ({ subjectId, sessionCookieValue }) =>
        secrets.get(subjectId + sessionCookieValue) ?? null,
      forgetSecret: done,
      viewMailTopics: async () => ["auctions", "messages"],
      chooseMailTopics: async () => {},
      listDevices: async () => sampleDevices(),
      signOutDevice: done,
      signOutOthers: done,
      listOwnBids: () => pageOf(sampleBids(name)),
      listAudit: async () => ({ items: sampleAudit(name), next_before: sampleId(20), of: name }),
    },
    administration: {
      listDisputes: () => pageOf([sampleDispute(name)]),
      getDispute: async () => sampleDispute(name),
      getDisputeStatements: async (_, id) => sampleDisputeFile(id, name),
      getDisputeAttachment: async () => ({ url: "https://files.example/signed" }),
      resolveDispute: done,
      ...sampleMoney(name),
      findSubjects: async () => sampleSubjects(name),
      getSubject: async (_, kind) => {
        const subject = sampleSubjects(name).find((one) => one.kind === kind);
        if (subject === undefined) throw new MarketError("account_not_found", "No such thing.");
        return subject;
      },
      suspend: done,
      restore: done,
      ...sampleReconciliation(name),
      ...sampleOperations(name),
      ...sampleModeration(name),
      ...sampleReviewModeration(name),
      ...sampleReportAdministration(name),
    },
  };
}

function sampleWebhookPages(name: string) {
  const made = (id: string) => ({ id, secret: sampleWebhookSecret });
  return {
    listWebhooks: () => pageOf(sampleWebhooks(name)),
    getWebhook: async (_, id) => found(sampleWebhooks(name), id),
    listReadingKeys: async () => [1, 2].map((number) => ({ id: sampleId(number), name })),
    createWebhook: async (_, { url }) => {
      if (url.startsWith("https://")) return made(sampleId(1));
      const faults = [{ pointer: "/url", code: "url_not_allowed", detail: "is not https" }];
      throw new MarketError("invalid_request", "The address is not https.", { faults });
    },
    changeWebhook: done,
    enableWebhook: done,
    testWebhook: done,
    rotateWebhookSecret: async (_, id) => made(found(sampleWebhooks(name), id).id),
    deleteWebhook: done,
    listDeliveries: (_, _id, { status }) =>
      pageOf(sampleDeliveries(name).filter((one) => status === undefined || one.status === status)),
    retryDelivery: done,
  } satisfies Partial<AccountUseCases>;
}

/** A reason why an account cannot be closed. */
const openMatter = {
  kind: "purchase" as const,
  id: sampleId(1),
  listingId: sampleId(2),
  title: "Rain in Seattle",
  role: "seller" as const,
  state: "payout_owed",
};

/** An account without any data. */
export function emptyAccount(): AccountUseCases {
  const none = async () => ({ items: [], total: 0 });
  return {
    ...sampleAccount().account,
    viewLeaving: async () => ({ open: [openMatter], exportWaitSeconds: 2400 }),
    standing: async () => ({
      suspendedReason: null,
      termsDue: null,
      admin: null,
      pendingAgents: 0,
      waitingPurchases: 0,
      ...nothingWaits,
    }),
    ...emptyOverviewPages(),
    listPurchases: async () => ({ items: [], total: 0, totalCents: 0 }),
    listConnections: none,
    listKeys: none,
    listCards: async () => [],
    ...sampleBuying({ cards: [], purchase: samplePurchase(1, "released", "-"), name: "Weather" }),
    listWaitingPurchases: none,
    ...emptySubscriptionPages(),
    listAgents: none,
    listListings: none,
    sellerName: async () => null,
    listDebts: async () => [],
    ...emptyEarningPages(),
    ...emptyAnalyticsPages(),
    listSales: none,
    listThreads: none,
    getThread: async () => ({
      thread: sampleThread(1, "research-agent"),
      messages: { items: [], total: 0 },
    }),
    listRequests: none,
    listReviews: none,
    listReports: none,
    listDecisions: none,
    listAnswers: none,
    listAgentsAnswers: none,
    listAccess: none,
    listGates: async () => [],
    listBundles: none,
    listBundleListings: async () => [],
    listCoupons: none,
    listCouponListings: async () => [],
    listWebhooks: none,
    listSavedSearches: none,
    listCollections: none,
    listPrivateOffers: none,
    listFollows: none,
    listOwnBids: none,
    listReadingKeys: async () => [],
    listDeliveries: none,
    readPayouts: async () => ({ state: "none", enabledAt: null }),
    listAudit: async () => ({ items: [], next_before: null, of: null }),
  };
}

export function sampleKeys(name: string): ApiKeySummary[] {
  const key: ApiKeySummary = {
    id: sampleId(1),
    accountId: sampleId(99),
    name,
    prefix: "dm_test_k7Qe",
    scopes: ["purchase", "read"],
    maxPerPurchaseCents: 5_000,
    confirmAboveCents: null,
    budgetCents: 20_000,
    budgetPeriod: "month",
    categories: ["geographic", "sensor"],
    paymentMethodId: null,
    connection: null,
    isBuiltIn: false,
    createdAt: at(-40),
    expiresAt: at(200),
    revokedAt: null,
    lastUsedAt: at(-0.1),
    state: "active",
    spentCents: 13_250,
    reservedCents: 0,
    remainingCents: 6_750,
  };
  const unlimited = { budgetCents: null, budgetPeriod: null, remainingCents: null };
  return [
    key,
    {
      ...key,
      ...unlimited,
      id: sampleId(2),
      isBuiltIn: true,
      name: "everything",
      scopes: ["purchase", "bid", "message", "read"],
      maxPerPurchaseCents: null,
      confirmAboveCents: null,
      categories: [],
      expiresAt: null,
      lastUsedAt: null,
      spentCents: 0,
    },
    { ...key, id: sampleId(3), name: "old laptop", state: "revoked", revokedAt: at(-2) },
    { ...key, id: sampleId(4), name: "trial", state: "expired", expiresAt: at(-2) },
  ];
}

export function sampleCards() {
  const card = {
    id: "pm_1SampleCard4242424242",
    accountId: sampleId(99),
    brand: "visa",
    last4: "4242",
    fingerprint: null,
    expMonth: 12,
    expYear: 2031,
    addedAt: at(-40),
    removedAt: null,
    isDefault: true,
  };
  const expired = { last4: "4444", expMonth: 10, expYear: 2025, isDefault: false };
  return [card, { ...card, ...expired, id: "pm_1SampleCard4444444444", brand: "mastercard" }];
}

function sampleAudit(name: string): AuditItem[] {
  const item: AuditItem = {
    id: sampleId(1),
    at: isoAt(0),
    actor: { kind: "you", label: "you" },
    action: "api_key.created",
    action_label: "created",
    subject: { kind: "api_key", id: sampleId(1), label: name },
    detail: [
      { name: "name", value: name },
      { name: "scopes", value: "purchase, read" },
    ],
  };
  return [
    item,
    {
      ...item,
      action: "purchase.disputed",
      actor: { kind: "key", label: `the key "${name}"` },
      subject: { kind: "purchase", id: sampleId(2), label: longTitle },
      detail: [{ name: "reason", value: "not_as_described" }],
    },
    {
      ...item,
      action: "listing.suspended",
      actor: { kind: "administrator", label: "an administrator" },
      subject: { kind: "listing", id: sampleId(3), label: name },
      detail: [],
    },
  ];
}
