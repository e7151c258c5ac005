/** What the account area is given: use cases as functions, and what its pages show. */
import type { CreatedApiKey } from "../../market/account/create-api-key.ts";
import type { SetupOutcome } from "../../market/account/finish-payment-setup.ts";
import type { ApiKeySummary, CardSummary } from "../../market/account/read.ts";
import type { OwnAgentView } from "../../market/agent/read.ts";
import type { OwnBidView } from "../../market/auction/list-own-bids.ts";
import type { AuditItem } from "../../market/audit/audit-view.ts";
import type { AdminActor, OwnerActor } from "../../market/context.ts";
import type { OwnerListingView } from "../../market/listing/read.ts";
import type { MessageView, SentMessageView, ThreadView } from "../../market/message/schemas.ts";
import type { Sale, SalesSummary } from "../../market/purchase/read.ts";
import type { PurchaseView } from "../../market/purchase/schemas.ts";
import type { PurchaseState } from "../../market/vocabulary.ts";

import type { OwnerWebhookView } from "../../market/webhook/owner-webhook-view.ts";
import type { DeliveryState } from "../../market/webhook/rules.ts";
import type { DeliveryView } from "../../market/webhook/schemas.ts";

export type PageOf<Item> = { items: Item[]; total: number };
export type PageWanted = { limit: number; offset: number };

/** What the area's frame shows on every page. */
export type Standing = {
  /** Why an administrator suspended the account; null: it is not. */
  suspendedReason: string | null;
  /** Set for the people of `ADMIN_EMAILS`. */
  admin: AdminActor | null;
  pendingAgents: number;
};

export type Overview = {
  cards: number;
  activeKeys: number;
  disputedPurchases: number;
  disputedSalesCents: number;
  /** Released, but without a payout account to send it to. */
  waitingPayoutCents: number;
  verifiedAgents: number;
  failedListings: number;
  /** Won or offered in auctions, and to be paid by hand. */
  openOffers: number;
  /** Threads in which the other side has written what nobody has read. */
  unreadThreads: number;
  recentPurchases: PurchaseView[];
};

/** What the owner typed of a key; the use case's schema judges it. */
export type KeyLimitsForm = {
  name: string;
  scopes: string[];
  max_per_purchase_cents: number | null;
  budget_cents: number | null;
  budget_period: string | null;
  categories: string[];
  /** Null: never. Left out: as it is. */
  expires_at?: string | null;
};

export type PurchasesWanted = PageWanted & { status: PurchaseState | undefined };

export type ListingsWanted = PageWanted & { agent_id: string | undefined };

/** none: no account at the provider yet. open: begun, but the provider wants more. */
export type PayoutState = { state: "none" | "open" | "ready"; enabledAt: Date | null };

/** A key that is in use, by the name that its owner gave it. */
export type KeyName = { id: string; name: string };

export type ThreadShown = {
  thread: ThreadView;
  /** The latest first. */
  messages: PageOf<MessageView>;
  /** False: a buyer writes by an API key with the scope `message`, and the account has none. */
  mayWrite: boolean;
};

type MessagePages = {
  /** As a buyer and by its seller agents, the latest message first. */
  listThreads(owner: OwnerActor, page: PageWanted): Promise<PageOf<ThreadView>>;
  /** What is shown counts as read from then on. */
  getThread(owner: OwnerActor, threadId: string, page: PageWanted): Promise<ThreadShown>;
  reply(owner: OwnerActor, threadId: string, message: string): Promise<SentMessageView>;
  /** Whether the account has a key by which it may write to sellers. */
  mayContactSellers(owner: OwnerActor): Promise<boolean>;
  contactSeller(owner: OwnerActor, datasetId: string, message: string): Promise<SentMessageView>;
};

/** What the owner typed of a webhook; the use case's schema judges it. */
export type WebhookForm = {
  url: string;
  description: string | null;
  /** None: all. */
  types: string[];
  /** The calls end with this key; an agent's webhook has none. */
  api_key_id: string;
};

/** The secret is shown once; it can be rotated, but not be seen again. */
export type WebhookSecret = { id: string; url: string; secret: string };

export type DeliveriesWanted = PageWanted & { status: DeliveryState | undefined };

type WebhookPages = {
  /** The account's own, and those of its seller agents. */
  listWebhooks(owner: OwnerActor, page: PageWanted): Promise<PageOf<OwnerWebhookView>>;
  getWebhook(owner: OwnerActor, webhookId: string): Promise<OwnerWebhookView>;
  /** The keys on which a webhook of the account can hang. */
  listReadingKeys(owner: OwnerActor): Promise<KeyName[]>;
  createWebhook(owner: OwnerActor, webhook: WebhookForm): Promise<WebhookSecret>;
  changeWebhook(owner: OwnerActor, webhookId: string, webhook: WebhookForm): Promise<unknown>;
  enableWebhook(owner: OwnerActor, webhookId: string, wish: { enabled: boolean }): Promise<unknown>;
  testWebhook(owner: OwnerActor, webhookId: string): Promise<unknown>;
  rotateWebhookSecret(owner: OwnerActor, webhookId: string): Promise<WebhookSecret>;
  deleteWebhook(owner: OwnerActor, webhookId: string): Promise<unknown>;
  /** The latest event first. */
  listDeliveries(
    owner: OwnerActor,
    webhookId: string,
    wanted: DeliveriesWanted,
  ): Promise<PageOf<DeliveryView>>;
  retryDelivery(owner: OwnerActor, webhookId: string, deliveryId: string): Promise<unknown>;
};

/** Every function throws `MarketError` for what it refuses; faults name fields of the form. */
export type AccountPages = MessagePages &
  WebhookPages & {
    standing(owner: OwnerActor): Promise<Standing>;
    overview(owner: OwnerActor): Promise<Overview>;

    listKeys(owner: OwnerActor, page: PageWanted): Promise<PageOf<ApiKeySummary>>;
    getKey(owner: OwnerActor, keyId: string): Promise<ApiKeySummary>;
    /** The secret is shown once; it is not kept. */
    createKey(owner: OwnerActor, key: KeyLimitsForm): Promise<CreatedApiKey>;
    changeKey(owner: OwnerActor, keyId: string, limits: KeyLimitsForm): Promise<unknown>;
    revokeKey(owner: OwnerActor, keyId: string): Promise<unknown>;

    listCards(owner: OwnerActor): Promise<CardSummary[]>;
    /** Gives the address of the provider's page, which ends at one of the two paths of ours. */
    beginCardSetup(owner: OwnerActor): Promise<{ url: string }>;
    finishCardSetup(owner: OwnerActor, setupId: string): Promise<SetupOutcome["status"]>;
    makeCardDefault(owner: OwnerActor, cardId: string): Promise<unknown>;
    removeCard(owner: OwnerActor, cardId: string): Promise<unknown>;

    listPurchases(owner: OwnerActor, wanted: PurchasesWanted): Promise<PageOf<PurchaseView>>;
    getPurchase(owner: OwnerActor, purchaseId: string): Promise<PurchaseView>;
    getDownloadUrl(owner: OwnerActor, purchaseId: string): Promise<{ url: string }>;
    confirmPurchase(owner: OwnerActor, purchaseId: string): Promise<unknown>;
    disputePurchase(
      owner: OwnerActor,
      purchaseId: string,
      dispute: { reason: string; detail: string },
    ): Promise<unknown>;

    /** Auctions in which the account has a bid that stands, the latest bid first. */
    listOwnBids(owner: OwnerActor, page: PageWanted): Promise<PageOf<OwnBidView>>;

    listAgents(owner: OwnerActor, page: PageWanted): Promise<PageOf<OwnAgentView>>;
    decideAgent(
      owner: OwnerActor,
      agentId: string,
      decision: "approve" | "reject",
    ): Promise<unknown>;
    revokeAgent(
      owner: OwnerActor,
      agentId: string,
      options: { withdraw_listings: boolean },
    ): Promise<unknown>;
    getAgent(owner: OwnerActor, agentId: string): Promise<OwnAgentView>;
    listListings(owner: OwnerActor, wanted: ListingsWanted): Promise<PageOf<OwnerListingView>>;

    summarizeSales(owner: OwnerActor): Promise<SalesSummary>;
    listSales(owner: OwnerActor, page: PageWanted): Promise<PageOf<Sale>>;
    readPayouts(owner: OwnerActor): Promise<PayoutState>;
    beginPayoutSetup(owner: OwnerActor): Promise<{ url: string }>;
    /** Asks the provider how far the payout account is, after its page sent the person back. */
    finishPayoutSetup(owner: OwnerActor): Promise<PayoutState>;

    /** `before` is the `next_before` of the page before. */
    listAudit(
      owner: OwnerActor,
      before: string | undefined,
    ): Promise<{ items: AuditItem[]; next_before: string | null }>;
  };
