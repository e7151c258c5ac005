import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import {
  accounts,
  agents,
  auditLog,
  listings,
  paymentMethods,
  purchases,
  uploads,
} from "../../db/schema/index.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import type { PurchaseState } from "../../db/vocabulary/purchase.ts";
import { createApiKey } from "../../market/account/create-api-key.ts";
import type { ApiKeyInput } from "../../market/account/schemas.ts";
import { signInAccount } from "../../market/account/sign-in-account.ts";
import type { MarketError } from "../../market/errors.ts";
import type { TestApi } from "./api.ts";
import { purchaseRow, uploadRow } from "./rows.ts";
import { getStack } from "./stack.ts";
import { addFault, clientOf } from "./stripe.ts";

let ownerCount = 0;

/** A signed-in person with a new account. */
export async function newOwner(api: Pick<TestApi, "ctx">): Promise<OwnerActor> {
  ownerCount += 1;
  return signInAccount(api.ctx, {
    issuer: "https://identity.test",
    subject: v7(),
    email: `operator${ownerCount}@example.com`,
    emailVerified: true,
  });
}

/** A key with all scopes, unless the caller names some. */
export function newKey(
  api: Pick<TestApi, "ctx">,
  owner: OwnerActor,
  input: Partial<ApiKeyInput> = {},
) {
  const scopes: ApiKeyInput["scopes"] = ["purchase", "bid", "message", "read"];
  return createApiKey(api.ctx, owner, { name: "research", scopes, ...input });
}

/** A card inserted as a row only: the provider does not know it. */
export async function newCard(api: TestApi, owner: OwnerActor): Promise<string> {
  const id = `pm_${v7()}`;
  const card = { brand: "visa", last4: "4242", expMonth: 12, expYear: 2034 };
  const { accountId } = owner;
  await api.db.insert(paymentMethods).values({ id, accountId, ...card, addedAt: api.ctx.now() });
  return id;
}

/** A verified agent of the owner, inserted as a row only; returns its id. */
export async function newSellerAgent(
  api: Pick<TestApi, "ctx" | "db">,
  { accountId, email }: OwnerActor,
): Promise<string> {
  const now = api.ctx.now();
  const id = v7();
  await api.db.insert(agents).values({
    id,
    agentName: id,
    ownerEmail: email,
    state: "verified",
    accountId,
    registeredFromHash: "test",
    registeredAt: now,
    tokenExpiresAt: now,
  });
  return id;
}

export async function readAccount(api: Pick<TestApi, "db">, { accountId }: OwnerActor) {
  const [row] = await api.db.select().from(accounts).where(eq(accounts.id, accountId));
  if (row === undefined) throw new Error("the account is gone");
  return row;
}

/** The account's audit log, oldest first: `owner account.payouts_enabled`. */
export async function auditOfAccount(
  api: Pick<TestApi, "db">,
  { accountId }: OwnerActor,
): Promise<string[]> {
  const rows = await api.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, accountId))
    .orderBy(auditLog.id);
  return rows.map(({ action, actorKind }) => `${actorKind} ${action}`);
}

export type Seller = { owner: OwnerActor; agentId: string; listingId: string };

export async function newSeller(api: TestApi): Promise<Seller> {
  const owner = await newOwner(api);
  const agentId = await newSellerAgent(api, owner);
  return { owner, agentId, listingId: await newDraft(api, agentId) };
}

/** A draft of the agent, inserted as a row only; returns its id. */
export async function newDraft(api: TestApi, agentId: string): Promise<string> {
  const now = api.ctx.now();
  const id = v7();
  await api.db.insert(listings).values({
    id,
    agentId,
    title: "Prices",
    description: "Prices of a year.",
    category: "pricing",
    tags: [],
    columnNames: [],
    pricingType: "buy_it_now",
    priceCents: 100,
    createdAt: now,
    updatedAt: now,
  });
  return id;
}

type Bought = {
  by: OwnerActor;
  apiKeyId: string;
  paymentMethodId: string;
  from: Seller;
  priceCents: number;
  state: PurchaseState;
  at?: Date;
};

/** A purchase inserted as a row only, each of a different file; returns its id. */
export async function insertPurchase(api: TestApi, bought: Bought): Promise<string> {
  const { from, state, at = api.ctx.now() } = bought;
  const id = v7();
  const uploadId = v7();
  const upload = uploadRow({ id: uploadId, listingId: from.listingId, issuedAt: at });
  await api.db.insert(uploads).values(upload);
  const isPaid = !["payment_pending", "payment_failed", "expired"].includes(state);
  await api.db.insert(purchases).values(
    purchaseRow({
      id,
      title: "Prices",
      state,
      accountId: bought.by.accountId,
      apiKeyId: bought.apiKeyId,
      paymentMethodId: bought.paymentMethodId,
      listingId: from.listingId,
      uploadId,
      sellerAgentId: from.agentId,
      sellerAccountId: from.owner.accountId,
      priceCents: bought.priceCents,
      createdAt: at,
      ...(isPaid ? { paidAt: at, chargeId: `ch_${id}` } : {}),
      ...(state === "in_escrow" ? { releaseDueAt: at } : {}),
      ...(state === "disputed" ? { disputedAt: at, disputeReason: "other" as const } : {}),
      ...(state === "released" ? { releasedAt: at, releaseCause: "escrow_ended" as const } : {}),
      ...(state === "refunded" ? { refundedAt: at, refundCause: "dispute_resolved" as const } : {}),
    }),
  );
  return id;
}

/** The refusal with which the call ends. Throws if the call succeeds or fails otherwise. */
export async function refusalOf(call: Promise<unknown>): Promise<MarketError> {
  const error = await call.then(
    () => new Error("it was not refused"),
    (reason: unknown) => reason,
  );
  if (error instanceof Error && error.name === "MarketError") return error as MarketError;
  throw error;
}

/** The payment stand-in shared by all tests of a run, its SDK, and ways to make it fail. */
export async function sharedProvider() {
  const { payments } = await getStack();
  return {
    url: payments.url,
    stripe: clientOf(payments),
    /** It fails until `back` is called, however often a client retries. */
    away: (operation: string, kind = "refuse_connection_before", times = 10) =>
      addFault(payments.url, { operation, kind, times }),
    back: () => fetch(`${payments.url}/_faults`, { method: "DELETE" }),
  };
}

export type ProviderCall = {
  idempotency_key: string | null;
  replayed: boolean;
  status: number | null;
};

/** The requests that the payment stand-in received under this idempotency key, in order. */
export async function callsWith(provider: string, key: string): Promise<ProviderCall[]> {
  const log = (await (await fetch(`${provider}/_log`)).json()) as { requests: ProviderCall[] };
  return log.requests.filter((call) => call.idempotency_key === key);
}
