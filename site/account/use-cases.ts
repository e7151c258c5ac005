/** The account area's use cases, bound to the service's context. */
import { findAccount } from "../../db/queries/accounts/accounts.ts";
import { createApiKey } from "../../market/account/create-api-key.ts";
import { finishPaymentSetup } from "../../market/account/finish-payment-setup.ts";
import { listOwnApiKeys, listPaymentMethods } from "../../market/account/read.ts";
import { refreshPayoutAccount } from "../../market/account/refresh-payout-account.ts";
import { removePaymentMethod } from "../../market/account/remove-payment-method.ts";
import { revokeApiKey } from "../../market/account/revoke-api-key.ts";
import { apiKeyInput, apiKeyPatch } from "../../market/account/schemas.ts";
import { setDefaultPaymentMethod } from "../../market/account/set-default-payment-method.ts";
import { startPaymentSetup } from "../../market/account/start-payment-setup.ts";
import { startPayoutOnboarding } from "../../market/account/start-payout-onboarding.ts";
import { updateOwnApiKey } from "../../market/account/update-api-key.ts";
import { viewOverview } from "../../market/account/view-overview.ts";
import { requireAdministrator } from "../../market/administration/require-administrator.ts";
import { isAdministrator } from "../../market/administration/rules.ts";
import { decideAgent } from "../../market/agent/decide-agent.ts";
import { countPendingAgents, listOwnAgents, type OwnAgentView } from "../../market/agent/read.ts";
import { revokeAgent } from "../../market/agent/revoke-agent.ts";
import { listOwnBids } from "../../market/auction/list-own-bids.ts";
import { listOffers } from "../../market/auction/read.ts";
import type { AwardState } from "../../market/auction/rules.ts";
import { listAuditLog } from "../../market/audit/list-audit-log.ts";
import type { Context, OwnerActor } from "../../market/context.ts";
import { MarketError } from "../../market/errors.ts";
import { PAGE_ITEMS_MAX } from "../../market/limits.ts";
import { listOwnerListings } from "../../market/listing/read.ts";
import { listOwnerThreads } from "../../market/message/read.ts";
import { confirmPurchase } from "../../market/purchase/confirm-purchase.ts";
import { disputePurchase } from "../../market/purchase/dispute-purchase.ts";
import { getPurchaseDownload } from "../../market/purchase/get-purchase-download.ts";
import {
  getPurchase,
  listPurchases,
  listSales,
  summarizeSales,
} from "../../market/purchase/read.ts";
import { disputeBody } from "../../market/purchase/schemas.ts";
import { parseForm } from "../kit/parse-form.ts";
import type { AccountPages, Overview, PageOf, PayoutState, Standing } from "./context.ts";
import { messageUseCases } from "./messages/use-cases.ts";
import { webhookUseCases } from "./webhooks/use-cases.ts";

const firstPage = { limit: PAGE_ITEMS_MAX, offset: 0 };

export function accountUseCases(ctx: Context): AccountPages {
  return {
    standing: (owner) => readStanding(ctx, owner),
    overview: (owner) => readOverview(ctx, owner),
    ...keyUseCases(ctx),
    ...cardUseCases(ctx),
    ...purchaseUseCases(ctx),
    ...sellerUseCases(ctx),
    ...messageUseCases(ctx),
    ...webhookUseCases(ctx),
    listAudit: (owner, before) => listAuditLog(ctx, owner, { before }),
  };
}

function keyUseCases(ctx: Context) {
  return {
    listKeys: async (owner, { limit, offset }) => {
      const keys = await listOwnApiKeys(ctx, owner);
      return { items: keys.slice(offset, offset + limit), total: keys.length };
    },
    getKey: async (owner, keyId) => {
      const keys = await listOwnApiKeys(ctx, owner);
      const found = keys.find(({ id }) => id === keyId);
      if (found !== undefined) return found;
      throw new MarketError("api_key_not_found", "Your account has no such key.");
    },
    createKey: async (owner, form) => createApiKey(ctx, owner, parseForm(apiKeyInput, form)),
    changeKey: async (owner, keyId, form) =>
      updateOwnApiKey(ctx, owner, keyId, parseForm(apiKeyPatch, form)),
    revokeKey: (owner, keyId) => revokeApiKey(ctx, owner, keyId),
  } satisfies Partial<AccountPages>;
}

function cardUseCases(ctx: Context) {
  const page = `${ctx.config.PUBLIC_BASE_URL}/account/payment-methods`;
  return {
    listCards: (owner) => listPaymentMethods(ctx, owner),
    beginCardSetup: (owner) =>
      startPaymentSetup(ctx, owner, {
        successUrl: `${page}/return?setup={CHECKOUT_SESSION_ID}`,
        cancelUrl: `${page}/return`,
      }),
    finishCardSetup: async (owner, setupId) =>
      (await finishPaymentSetup(ctx, owner, setupId)).status,
    makeCardDefault: (owner, cardId) => setDefaultPaymentMethod(ctx, owner, cardId),
    removeCard: (owner, cardId) => removePaymentMethod(ctx, owner, cardId),
  } satisfies Partial<AccountPages>;
}

function purchaseUseCases(ctx: Context) {
  return {
    listPurchases: async (owner, wanted) => pageOf(await listPurchases(ctx, owner, wanted)),
    listOwnBids: async (owner, page) => pageOf(await listOwnBids(ctx, owner, page)),
    getPurchase: (owner, purchaseId) => getPurchase(ctx, owner, purchaseId),
    getDownloadUrl: async (owner, purchaseId) => {
      const { download_url } = await getPurchaseDownload(ctx, owner, purchaseId);
      return { url: download_url };
    },
    confirmPurchase: (owner, purchaseId) => confirmPurchase(ctx, owner, purchaseId),
    disputePurchase: async (owner, purchaseId, form) =>
      disputePurchase(ctx, owner, purchaseId, parseForm(disputeBody, form)),
  } satisfies Partial<AccountPages>;
}

function sellerUseCases(ctx: Context) {
  const salesPage = `${ctx.config.PUBLIC_BASE_URL}/account/sales`;
  return {
    listAgents: async (owner, page) => pageOf(await listOwnAgents(ctx, owner, page)),
    getAgent: (owner, agentId) => findOwnAgent(ctx, owner, agentId),
    decideAgent: (owner, agentId, decision) => decideAgent(ctx, owner, agentId, decision),
    revokeAgent: (owner, agentId, options) => revokeAgent(ctx, owner, agentId, options),
    listListings: async (owner, wanted) => pageOf(await listOwnerListings(ctx, owner, wanted)),
    listSales: (owner, page) => listSales(ctx, owner, page),
    summarizeSales: (owner) => summarizeSales(ctx, owner),
    readPayouts: (owner) => readPayouts(ctx, owner),
    beginPayoutSetup: (owner) =>
      startPayoutOnboarding(ctx, owner, {
        returnUrl: `${salesPage}/payout-return`,
        refreshUrl: `${salesPage}/payout-return`,
      }),
    finishPayoutSetup: async (owner) => {
      await refreshPayoutAccount(ctx, owner, owner.accountId);
      return readPayouts(ctx, owner);
    },
  } satisfies Partial<AccountPages>;
}

async function readStanding(ctx: Context, owner: OwnerActor): Promise<Standing> {
  const [account, pendingAgents] = await Promise.all([
    findAccount(ctx.db, owner.accountId),
    countPendingAgents(ctx, owner),
  ]);
  return {
    suspendedReason: account?.suspendedReason ?? null,
    admin: isAdministrator(ctx.config.ADMIN_EMAILS, owner)
      ? requireAdministrator(ctx.config, owner)
      : null,
    pendingAgents,
  };
}

async function readOverview(ctx: Context, owner: OwnerActor): Promise<Overview> {
  const [{ owedCents, ...overview }, payouts, threads, offers] = await Promise.all([
    viewOverview(ctx, owner),
    readPayouts(ctx, owner),
    listOwnerThreads(ctx, owner, firstPage),
    listOffers(ctx, owner, firstPage),
  ]);
  return {
    ...overview,
    waitingPayoutCents: payouts.state === "ready" ? 0 : owedCents,
    openOffers: offers.items.filter(({ status }) => canBePaid(status)).length,
    unreadThreads: threads.items.filter(({ unread_count }) => unread_count > 0).length,
  };
}

/** Won but not charged, or offered after who won did not pay. */
function canBePaid(status: AwardState): boolean {
  return status === "unpaid" || status === "offered";
}

async function readPayouts(ctx: Context, owner: OwnerActor): Promise<PayoutState> {
  const account = await findAccount(ctx.db, owner.accountId);
  const enabledAt = account?.payoutsEnabledAt ?? null;
  if (enabledAt !== null) return { state: "ready", enabledAt };
  return { state: account?.payoutAccountId ? "open" : "none", enabledAt };
}

async function findOwnAgent(
  ctx: Context,
  owner: OwnerActor,
  agentId: string,
): Promise<OwnAgentView> {
  for (let offset = 0; ; offset += PAGE_ITEMS_MAX) {
    const page = await listOwnAgents(ctx, owner, { limit: PAGE_ITEMS_MAX, offset });
    const found = page.items.find(({ id }) => id === agentId);
    if (found !== undefined) return found;
    if (page.pagination.has_more) continue;
    throw new MarketError("agent_not_found", "No agent of yours has this id.");
  }
}

function pageOf<Item>(list: { items: Item[]; pagination: { total: number } }): PageOf<Item> {
  return { items: list.items, total: list.pagination.total };
}
