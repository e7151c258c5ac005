/** An account that has some of everything, for the tests that look at each page. */
import type { ApiKeySummary } from "../../market/account/read.ts";
import type { SubjectView } from "../../market/administration/schemas.ts";
import type { OwnAgentView } from "../../market/agent/read.ts";
import type { AuditItem } from "../../market/audit/audit-view.ts";
import { MarketError } from "../../market/errors.ts";
import type { OwnerListingView } from "../../market/listing/read.ts";
import { purchaseStates } from "../../market/vocabulary.ts";
import type { AccountUseCases } from "../../site/account/use-cases.ts";
import type { AdministrationUseCases } from "../../site/admin/use-cases.ts";
import { sampleBids } from "./bid-samples.ts";
import {
  sampleDeliveries,
  sampleDevices,
  sampleMessages,
  sampleThread,
  sampleThreads,
  sampleWebhookSecret,
  sampleWebhooks,
} from "./contact-samples.ts";
import { sampleDebts, sampleMoney } from "./money-samples.ts";
import {
  at,
  isoAt,
  longTitle,
  sampleDispute,
  sampleId,
  samplePurchase,
  sampleSales,
} from "./purchase-samples.ts";
import { sampleReconciliation } from "./reconciliation-samples.ts";

export const sampleSecret = `dm_test_${"s3cr3t-".repeat(6)}x`;

const done = async () => undefined;
const pageOf = async <Item>(items: Item[]) => ({ items, total: 87 });

function found<Item extends { id: string }>(items: Item[], id: string): Item {
  const item = items.find((one) => one.id === id);
  if (item === undefined) throw new MarketError("purchase_not_found", "No such thing.");
  return item;
}

/** `name` stands wherever people or agents choose the words. */
export function sampleAccount(name = "research-agent"): {
  account: AccountUseCases;
  administration: AdministrationUseCases;
} {
  const keys = sampleKeys(name);
  const purchases = purchaseStates.map((state, index) => samplePurchase(index + 1, state, name));
  const agents = sampleAgents(name);
  const secrets = new Map<string, string>();
  const firstKey = keys[0];
  if (firstKey === undefined) throw new Error("no key");
  return {
    account: {
      standing: async () => ({ suspendedReason: null, admin: null, pendingAgents: 1 }),
      overview: async () => ({
        cards: 0,
        activeKeys: 2,
        disputedPurchases: 1,
        disputedSalesCents: 125_000,
        waitingPayoutCents: 4_512,
        verifiedAgents: 1,
        failedListings: 1,
        openOffers: 1,
        unreadThreads: 2,
        recentPurchases: purchases.slice(0, 4),
      }),
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
      listPurchases: (_, { status }) =>
        pageOf(purchases.filter((one) => status === undefined || one.status === status)),
      getPurchase: async (_, id) => found(purchases, id),
      getDownloadUrl: async () => ({ url: "https://files.example/signed" }),
      confirmPurchase: done,
      disputePurchase: done,
      listAgents: () => pageOf(agents),
      getAgent: async (_, id) => found(agents, id),
      decideAgent: done,
      revokeAgent: done,
      listListings: () => pageOf(sampleListings(name)),
      summarizeSales: async () => ({
        heldCents: 24_950,
        disputedCents: 125_000,
        owedCents: 4_512,
        paidOutCents: 1_204_388,
        refundedCents: 900,
        feeCents: 63_389,
        currency: "usd",
      }),
      listSales: () => pageOf(sampleSales(name)),
      listDebts: async () => sampleDebts(name),
      readPayouts: async () => ({ state: "open", enabledAt: null }),
      beginPayoutSetup: async () => ({ url: "https://hosted.example/payouts" }),
      finishPayoutSetup: async () => ({ state: "ready", enabledAt: at(0) }),
      listThreads: () => pageOf(sampleThreads(name)),
      getThread: async (_, id) => {
        const thread = found(sampleThreads(name), id);
        const messages = { items: sampleMessages(Number(id.slice(-12)), name), total: 43 };
        return { thread, messages, mayWrite: true };
      },
      reply: async (_, id) => ({ id: sampleId(100), thread_id: id }),
      mayContactSellers: async () => true,
      contactSeller: async () => ({ id: sampleId(100), thread_id: sampleId(1) }),
      ...sampleWebhookPages(name),
      keepSecret: async ({ subjectId, sessionCookieValue }, secret) => {
        secrets.set(subjectId + sessionCookieValue, secret);
      },
      readSecret: async ({ subjectId, sessionCookieValue }) =>
        secrets.get(subjectId + sessionCookieValue) ?? null,
      forgetSecret: done,
      listDevices: async () => sampleDevices(),
      signOutDevice: done,
      signOutOthers: done,
      listOwnBids: () => pageOf(sampleBids(name)),
      listAudit: async () => ({ items: sampleAudit(name), next_before: sampleId(20) }),
    },
    administration: {
      listDisputes: () => pageOf([sampleDispute(name)]),
      getDispute: async () => sampleDispute(name),
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

/** An account that has nothing yet. */
export function emptyAccount(): AccountUseCases {
  const none = async () => ({ items: [], total: 0 });
  return {
    ...sampleAccount().account,
    standing: async () => ({ suspendedReason: null, admin: null, pendingAgents: 0 }),
    overview: async () => ({
      cards: 0,
      activeKeys: 0,
      disputedPurchases: 0,
      disputedSalesCents: 0,
      waitingPayoutCents: 0,
      verifiedAgents: 0,
      failedListings: 0,
      openOffers: 0,
      unreadThreads: 0,
      recentPurchases: [],
    }),
    listKeys: none,
    listCards: async () => [],
    listPurchases: none,
    listAgents: none,
    listListings: none,
    listDebts: async () => [],
    listSales: none,
    listThreads: none,
    getThread: async () => ({
      thread: sampleThread(1, "research-agent"),
      messages: { items: [], total: 0 },
      mayWrite: false,
    }),
    mayContactSellers: async () => false,
    listWebhooks: none,
    listOwnBids: none,
    listReadingKeys: async () => [],
    listDeliveries: none,
    readPayouts: async () => ({ state: "none", enabledAt: null }),
    listAudit: async () => ({ items: [], next_before: null }),
  };
}

function sampleKeys(name: string): ApiKeySummary[] {
  const key: ApiKeySummary = {
    id: sampleId(1),
    accountId: sampleId(99),
    name,
    prefix: "dm_test_k7Qe",
    scopes: ["purchase", "read"],
    maxPerPurchaseCents: 5_000,
    budgetCents: 20_000,
    budgetPeriod: "month",
    categories: ["geographic", "sensor"],
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
      name: "everything",
      scopes: ["purchase", "bid", "message", "read"],
      maxPerPurchaseCents: null,
      categories: [],
      expiresAt: null,
      lastUsedAt: null,
      spentCents: 0,
    },
    { ...key, id: sampleId(3), name: "old laptop", state: "revoked", revokedAt: at(-2) },
    { ...key, id: sampleId(4), name: "trial", state: "expired", expiresAt: at(-2) },
  ];
}

function sampleCards() {
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

function sampleAgents(name: string): OwnAgentView[] {
  const agent: OwnAgentView = {
    id: sampleId(1),
    agent_name: name,
    state: "pending",
    suspension: null,
    registered_at: isoAt(-1),
    decided_at: null,
    revoked_at: null,
    token_expires_at: isoAt(364),
    listings: { draft: 0, active: 0, suspended: 0, withdrawn: 0 },
  };
  const suspension = {
    by: "agent",
    reason: `Sold what is not its own. ${name}`,
    suspended_at: isoAt(-1),
  };
  const listings = { draft: 2, active: 14, suspended: 0, withdrawn: 1 };
  return [
    agent,
    { ...agent, id: sampleId(2), agent_name: "weather-seller", state: "verified", listings },
    {
      ...agent,
      id: sampleId(3),
      state: "verified",
      suspension: suspension as OwnAgentView["suspension"],
      listings,
    },
    { ...agent, id: sampleId(4), agent_name: "agent-2f5e7c3a9d1b", state: "rejected" },
    { ...agent, id: sampleId(5), agent_name: "old-crawler", state: "revoked" },
  ];
}

function sampleListings(name: string): OwnerListingView[] {
  const noProfile = { row_count: null, column_count: null, quality_score: null };
  const file = { format: "csv", byte_size: 48_204_112, sha256: "9f86" };
  const listing: OwnerListingView = {
    id: sampleId(1),
    status: "active",
    title: name,
    description: name,
    category: "sensor",
    tags: [],
    license: null,
    pricing_type: "buy_it_now",
    auction: null,
    price_cents: 24_950,
    currency: "usd",
    schema: { format: null },
    full_data_path: "a/b",
    sample_file_path: "a/c",
    data_profile: { ...noProfile, ...file, auto_sample_status: "generated" },
    version: 2,
    next_version: null,
    publish_blockers: [],
    suspension: null,
    created_at: isoAt(-40),
    updated_at: isoAt(-1),
    published_at: isoAt(-39),
    withdrawn_at: null,
    expires_at: null,
    links: { dataset: "http://localhost/datasets/1" },
    agent: { id: sampleId(2), agent_name: name },
  };
  const none = { format: null, byte_size: null, sha256: null };
  const error = { code: "file_not_readable", detail: `Line 12 has 9 cells, the head 8. ${name}` };
  const failed = { ...noProfile, ...none, auto_sample_status: "no_sample", error } as const;
  const reason = `Not licensed. ${name}`;
  const suspension = { by: "listing", reason, suspended_at: isoAt(-1) } as const;
  const progress = { phase: "profile", bytes_done: 400, bytes_total: 1000 };
  return [
    listing,
    { ...listing, id: sampleId(2), title: longTitle, status: "draft", data_profile: failed },
    {
      ...listing,
      id: sampleId(3),
      title: "Bird counts of 1,000 gardens",
      price_cents: 0,
      next_version: {
        full_data_path: "a/d",
        sample_file_path: null,
        data_profile: { ...none, progress },
        publish_blockers: [],
      },
    },
    { ...listing, id: sampleId(4), status: "suspended", suspension },
    {
      ...listing,
      id: sampleId(5),
      status: "draft",
      expires_at: isoAt(12),
      full_data_path: null,
      data_profile: { ...noProfile, ...none },
    },
  ];
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

function sampleSubjects(name: string): SubjectView[] {
  const created_at = isoAt(-40);
  const reason = `Sells what is not its own. ${name}`;
  return [
    {
      kind: "account",
      id: sampleId(11),
      label: "s***@example.com",
      state: "active",
      suspension: null,
      owner: null,
      created_at,
    },
    {
      kind: "agent",
      id: sampleId(2),
      label: name,
      state: "verified",
      suspension: { by: "account", reason, suspended_at: isoAt(-1) },
      owner: { kind: "account", id: sampleId(11), label: "s***@example.com" },
      created_at,
    },
    {
      kind: "listing",
      id: sampleId(3),
      label: longTitle,
      state: "suspended",
      suspension: { by: "listing", reason, suspended_at: isoAt(-1) },
      owner: { kind: "agent", id: sampleId(2), label: name },
      created_at,
    },
    {
      kind: "purchase",
      id: sampleId(4),
      label: name,
      state: "in_escrow",
      suspension: null,
      owner: { kind: "account", id: sampleId(12), label: "b***@example.com" },
      created_at,
    },
  ];
}
