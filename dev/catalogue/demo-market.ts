/**
 * Demo actions that no agent can perform: accounts, cards and payouts, which belong to the website,
 * and an auction that has already ended. Calls the use cases on the stack's own parts.
 */
import { openDatabase } from "../../db/client.ts";
import type { AgentActor, OperatorActor, OwnerActor } from "../../db/vocabulary/actor.ts";
import { createApiKey } from "../../market/account/create-api-key.ts";
import { finishPaymentSetup } from "../../market/account/finish-payment-setup.ts";
import { refreshPayoutAccount } from "../../market/account/payouts/refresh-payout-account.ts";
import { startPayoutOnboarding } from "../../market/account/payouts/start-payout-onboarding.ts";
import { listPaymentMethods } from "../../market/account/read.ts";
import { signInAccount } from "../../market/account/sign-in-account.ts";
import { startPaymentSetup } from "../../market/account/start-payment-setup.ts";
import { placeBid } from "../../market/auction/place-bid.ts";
import type { Context } from "../../market/context.ts";
import { publishListing } from "../../market/listing/publish-listing.ts";
import { updateDraft } from "../../market/listing/update-draft.ts";
import { loadConfig } from "../../platform/config.ts";
import { openEmbeddings } from "../../platform/embeddings/open-embeddings.ts";
import { openPayments } from "../../platform/payments/stripe.ts";
import { createStorage } from "../../platform/storage/open-storage.ts";
import { hourMs } from "../../platform/time.ts";
import { signInHeadless } from "../parts/sign-in-headless.ts";
import type { DemoAuction } from "./demo-dataset.ts";
import type { SellersOptions } from "./sellers.ts";

export type DemoMarket = ReturnType<typeof openDemoMarket>;

/** `env` is the API's environment. Close it when done. */
export function openDemoMarket(env: Record<string, string | undefined>) {
  const config = loadConfig(env);
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl } = config;
  const database = openDatabase({ url, directUrl, poolMax: 2 });
  const ctx: Context = {
    db: database.db,
    storage: createStorage(config.storage),
    payments: openPayments(config),
    embeddings: openEmbeddings(config),
    config,
    now: () => new Date(),
  };
  return {
    close: () => database.close(),
    signIn: (options: SellersOptions, email: string) => signIn(ctx, options, email),
    addKey: (owner: OwnerActor) => addKey(ctx, owner),
    addCard: (owner: OwnerActor, card: string) => addCard(ctx, owner, card),
    enablePayouts: (owner: OwnerActor) => enablePayouts(ctx, owner),
    publishEnded: (draft: EndedDraft) => publishEnded(ctx, draft),
    bid: (bidder: OperatorActor, listingId: string, maxCents: number) =>
      placeBid(ctx, bidder, listingId, { max_amount_cents: maxCents, allow_duplicate: false }),
  };
}

async function signIn(ctx: Context, options: SellersOptions, email: string): Promise<OwnerActor> {
  const { idToken } = await signInHeadless({
    ...options.identity,
    redirectUri: `${options.baseUrl}/auth/callback`,
    email,
  });
  const [, payload = ""] = idToken.split(".");
  const { iss, sub } = JSON.parse(Buffer.from(payload, "base64url").toString());
  return signInAccount(ctx, { issuer: iss, subject: sub, email, emailVerified: true });
}

async function addKey(ctx: Context, owner: OwnerActor) {
  const { key, secret } = await createApiKey(ctx, owner, {
    name: "Demo agent",
    scopes: ["read", "purchase", "bid", "message"],
    budget_cents: 50_000,
    budget_period: "month",
  });
  const { accountId } = owner;
  const operator: OperatorActor = { kind: "operator", accountId, apiKeyId: key.id };
  return { operator, secret };
}

/** Completes the payment stand-in's page with one of its test cards. */
async function addCard(ctx: Context, owner: OwnerActor, card: string): Promise<string> {
  const page = `${ctx.config.PUBLIC_BASE_URL}/account/payment-methods`;
  const addresses = { successUrl: page, cancelUrl: page };
  const { setupId, url } = await startPaymentSetup(ctx, owner, addresses);
  await submit(url, { payment_method: card });
  const outcome = await finishPaymentSetup(ctx, owner, setupId);
  if (outcome.status === "added") return outcome.card.id;
  // The provider's webhook may have been faster, so the clock may have stored the card.
  const kept = (await listPaymentMethods(ctx, owner)).at(-1);
  if (outcome.status === "finished" && kept !== undefined) return kept.id;
  throw new Error(`The demo card was not added: ${outcome.status}`);
}

async function enablePayouts(ctx: Context, owner: OwnerActor): Promise<void> {
  const page = `${ctx.config.PUBLIC_BASE_URL}/account/sales`;
  const { url } = await startPayoutOnboarding(ctx, owner, { returnUrl: page, refreshUrl: page });
  await submit(url, { action: "complete" });
  await refreshPayoutAccount(ctx, owner, owner.accountId);
}

async function submit(url: string, fields: Record<string, string>): Promise<void> {
  const body = new URLSearchParams(fields);
  const response = await fetch(url, { method: "POST", body, redirect: "manual" });
  await response.text();
  if (response.status >= 400) throw new Error(`The payment page answered ${response.status}.`);
}

export type EndedDraft = {
  agent: AgentActor;
  listingId: string;
  auction: DemoAuction & { endedHoursAgo: number };
  bidders: Record<string, OperatorActor>;
};

const DAYS_OPEN = 2;

/** Publishes and bids with a clock set to the past; the real clock then closes the auction. */
function publishEnded(ctx: Context, draft: EndedDraft): Promise<void> {
  return ctx.db.transaction((tx) => publishInPast({ ...ctx, db: tx }, draft));
}

async function publishInPast(ctx: Context, draft: EndedDraft): Promise<void> {
  const { agent, listingId, auction } = draft;
  const endsAt = new Date(Date.now() - auction.endedHoursAgo * hourMs);
  const past = (hours: number): Context => ({
    ...ctx,
    now: () => new Date(endsAt.getTime() - hours * hourMs),
  });
  const { startPriceCents, licenses, bids = [] } = auction;
  await updateDraft(past(DAYS_OPEN * 24 + 1), agent, listingId, {
    auction: {
      starts_at: null,
      ends_at: endsAt.toISOString(),
      start_price_cents: startPriceCents,
      reserve_price_cents: null,
      licenses,
    },
  });
  await publishListing(past(DAYS_OPEN * 24), agent, listingId);
  for (const [index, { by, maxCents }] of bids.entries()) {
    const bidder = draft.bidders[by];
    if (bidder === undefined) continue;
    const wish = { max_amount_cents: maxCents, allow_duplicate: false };
    await placeBid(past(bids.length - index), bidder, listingId, wish);
  }
}
