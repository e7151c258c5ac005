import { asc, eq } from "drizzle-orm";
import { type AuctionChange, insertAuction } from "../../db/queries/auctions/auctions.ts";
import { accounts, auctions, bids } from "../../db/schema/index.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import type { PricingType } from "../../db/vocabulary/listing.ts";
import type { ApiKeyInput } from "../../market/account/schemas.ts";
import { hardEnd } from "../../market/listing/pricing/rules.ts";
import type { Answer, TestApi } from "./api.ts";
import { type MoneySeller, offer } from "./money.ts";
import { newCard, newKey, newOwner } from "./operators.ts";

export const hourMs = 3_600_000;

export type Bidder = {
  owner: OwnerActor;
  accountId: string;
  apiKeyId: string;
  token: string;
  cardId: string;
};

/**
 * An operator with a key and a default card. Inserted as rows only, unless the caller passes a
 * card.
 */
export async function newBidder(
  api: TestApi,
  { key = {}, card = true }: { key?: Partial<ApiKeyInput>; card?: boolean } = {},
): Promise<Bidder> {
  const owner = await newOwner(api);
  const made = await newKey(api, owner, key);
  const cardId = await newCard(api, owner);
  if (card) await setDefaultCard(api, owner.accountId, cardId);
  const { accountId } = owner;
  return { owner, accountId, apiKeyId: made.key.id, token: made.secret, cardId };
}

export async function setDefaultCard(api: TestApi, accountId: string, cardId: string | null) {
  await api.db
    .update(accounts)
    .set({ defaultPaymentMethodId: cardId })
    .where(eq(accounts.id, accountId));
}

type Given = AuctionChange & {
  pricingType?: PricingType;
  priceCents?: number;
  sha256?: string;
};

/**
 * A listing sold by auction, inserted as rows: open for one day, starting at 10.00. Returns its id.
 */
export async function newAuction(
  api: TestApi,
  seller: Pick<MoneySeller, "agentId">,
  { pricingType = "auction", priceCents = 0, sha256, ...given }: Given = {},
): Promise<string> {
  const startPriceCents = given.startPriceCents ?? 1_000;
  const listingId = await offer(api, seller, {
    pricingType,
    // Same values as `publish` writes.
    priceCents: pricingType === "auction" ? startPriceCents : priceCents,
    ...(sha256 === undefined ? {} : { sha256 }),
  });
  const now = api.ctx.now();
  const endsAt = given.endsAt ?? new Date(now.getTime() + 24 * hourMs);
  await insertAuction(api.db, {
    listingId,
    startsAt: new Date(now.getTime() - 24 * hourMs),
    announcedEndsAt: endsAt,
    hardEndsAt: hardEnd(endsAt),
    licenses: 1,
    currentPriceCents: startPriceCents,
    nextMinimumCents: startPriceCents,
    ...given,
    endsAt,
    startPriceCents,
  });
  return listingId;
}

/** `POST /datasets/{id}/bids` with the maximum in cents, confirmed however high it is. */
export function bid(
  api: TestApi,
  { token }: Pick<Bidder, "token">,
  datasetId: string,
  maxCents: number,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const body = { max_amount_cents: maxCents, confirm_max_amount_cents: maxCents };
  return api.send("POST", `/datasets/${datasetId}/bids`, { token, body, headers });
}

export async function readAuction(api: TestApi, listingId: string) {
  const [row] = await api.db.select().from(auctions).where(eq(auctions.listingId, listingId));
  if (row === undefined) throw new Error(`no auction ${listingId}`);
  return row;
}

export const readBids = (api: TestApi, listingId: string) =>
  api.db.select().from(bids).where(eq(bids.listingId, listingId)).orderBy(asc(bids.position));
