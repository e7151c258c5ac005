/** A seller and a buyer who own a resource behind every address. */
import { eq } from "drizzle-orm";
import { insertAwards } from "../../../db/queries/auctions/awards.ts";
import { auctions, listings } from "../../../db/schema/index.ts";
import { createApiKey } from "../../../market/account/create-api-key.ts";
import { ownerToken, sellerAgent } from "../../support/agents.ts";
import type { Json, TestApi } from "../../support/api.ts";
import { bid, hourMs, newAuction, setDefaultCard } from "../../support/auctions.ts";
import { attachFile, createDraft, endJob } from "../../support/listings.ts";
import { type Market, openMarket, paidListing, purchaseOf } from "../../support/market.ts";
import { threadAbout } from "../../support/messages.ts";
import { buy, type MoneyBuyer, newPayingBuyer, offer } from "../../support/money.ts";
import { answered, postedRequest } from "../../support/requests.ts";
import { bucketOf } from "../../support/small-bucket.ts";
import { sharedClient } from "../../support/stripe.ts";
import { subscriptionOf } from "../../support/subscriptions.ts";
import { confirmedBuyer, putReview } from "../reviews/support.ts";

/** Ids by kind: `purchase`, or `webhook of key` where both sides have one. */
type Ids = Record<string, string>;

export async function openAccessWorld() {
  const market = await openMarket();
  const { api } = market;
  const buyer = await newPayingBuyer(api, { stripe: await sharedClient() });
  const owner = await ownerToken(api, market.seller.email);
  const ids = { ...(await ofSeller(market)), ...(await ofBuyer({ ...market, buyer })) };
  return { api, buyer, seller: market.seller, owner, ids };
}

/** Everything a new seller has that needs no buyer. */
async function ofSeller(market: Pick<Market, "api" | "seller">): Promise<Ids> {
  const { api, seller } = market;
  const draft = await createDraft(api, seller.token, { price_cents: 500 });
  await endJob(api, await attachFile(api, seller.token, draft));
  const begun = { token: seller.token, body: { byte_size: 6_000_000, parts: 1 } };
  const upload = await api.send("POST", `/listings/${draft}/upload-urls`, begun);
  return {
    draft,
    upload: String((upload.body.full as Json).upload_id),
    import: await made(api, seller.token, `/listings/${draft}/imports`, {
      from: "https://data.example.org/prices.csv",
    }),
    listing: await paidListing(market),
    agent: seller.agentId,
    "webhook of agent": await made(api, seller.token, "/webhooks", webhook),
    "follow of agent": await made(api, seller.token, "/follows", {
      seller_id: (await sellerAgent(api)).agentId,
    }),
    "collection of agent": await made(api, seller.token, "/collections", { title: "Rain" }),
    "search of agent": await made(api, seller.token, "/saved-searches", search),
  };
}

const webhook = { url: "https://example.com/hook" };
const search = { name: "Weather", parameters: { query: "weather" } };

async function ofBuyer(market: Market & { buyer: MoneyBuyer }): Promise<Ids> {
  const { api, seller, buyer } = market;
  await setDefaultCard(api, buyer.owner.accountId, buyer.cardId);
  const dataset = await paidListing(market);
  const auction = await newAuction(api, seller);
  const request = await postedRequest(api, buyer.token);
  const reviewed = await paidListing(market);
  const author = await confirmedBuyer(market, reviewed);
  const review = await putReview(api, author.token, reviewed);
  const asking = await newKeyThatAsks(market);
  return {
    dataset,
    target: await bucketOf(api, buyer.operator.accountId),
    purchase: await purchaseOf(market, dataset),
    pending: await purchaseOf(market, await paidListing(market), "payment_pending"),
    failed: await purchaseOf(market, await paidListing(market), "payment_failed"),
    disputed: await purchaseOf(market, await paidListing(market), "disputed"),
    waiting: asking.waiting,
    subscription: await subscriptionOf(market, await paidListing(market)),
    auction,
    bid: idOf((await bid(api, buyer, auction, 2_000)).body),
    offer: await offerTo(market),
    thread: await threadAbout(market, dataset),
    "private offer": await made(
      api,
      buyer.token,
      `/datasets/${await paidListing(market)}/private-offers`,
      { price_cents: 700 },
    ),
    "access request": await askedFor(market),
    bundle: await made(api, seller.token, "/bundles", {
      title: "Two",
      price_cents: 1500,
      dataset_ids: [await offer(api, seller), await offer(api, seller)],
    }),
    coupon: await made(api, seller.token, "/coupons", { percent_off: 5 }),
    request,
    answer: await answered(api, seller.token, request, dataset),
    review: idOf(review.body),
    "webhook of key": await made(api, buyer.token, "/webhooks", webhook),
    "follow of key": await made(api, buyer.token, "/follows", { seller_id: seller.agentId }),
    "collection of key": await made(api, buyer.token, "/collections", { title: "Rain" }),
    "search of key": await made(api, buyer.token, "/saved-searches", search),
  };
}

const idOf = (body: unknown) => String((body as Json).id);

async function made(api: TestApi, token: string, path: string, body: Json): Promise<string> {
  const answer = await api.send("POST", path, { token, body });
  if (answer.status >= 300) throw new Error(`${path} failed: ${answer.text}`);
  return idOf(answer.body);
}

/** The buyer's request for access to a gated dataset of the seller. */
async function askedFor(market: Market): Promise<string> {
  const { api, seller, buyer } = market;
  const id = await paidListing(market);
  const body = { questions: ["What for?"] };
  await api.send("PUT", `/listings/${id}/gate`, { token: seller.token, body });
  return made(api, buyer.token, `/datasets/${id}/access-requests`, { answers: ["A study."] });
}

/** Gives the buyer another key that asks the owner above its limit. */
async function newKeyThatAsks(market: Market & { buyer: MoneyBuyer }) {
  const { api, buyer } = market;
  const key = await createApiKey(api.ctx, buyer.owner, {
    name: "asks",
    scopes: ["purchase", "read"],
    confirm_above_cents: 0,
  });
  const asked = await buy(
    api,
    { token: key.secret, cardId: buyer.cardId },
    await paidListing(market),
  );
  if (asked.status !== 202) throw new Error(`nobody was asked: ${asked.text}`);
  return { waiting: idOf(asked.body) };
}

/** The offer that a closed auction left to the buyer. */
async function offerTo({ api, seller, buyer }: Market): Promise<string> {
  const listingId = await newAuction(api, seller);
  const placed = await bid(api, { token: buyer.token }, listingId, 2_000);
  const now = api.ctx.now();
  await api.db.update(auctions).set({ closedAt: now }).where(eq(auctions.listingId, listingId));
  await api.db.update(listings).set({ status: "sold" }).where(eq(listings.id, listingId));
  const [award] = await insertAwards(api.db, [
    {
      ...{ listingId, accountId: buyer.owner.accountId, bidId: idOf(placed.body), rank: 1 },
      ...{ priceCents: 1_000, state: "offered", purchaseId: null, createdAt: now, updatedAt: now },
      dueAt: new Date(now.getTime() + 24 * hourMs),
    },
  ]);
  return award?.id ?? "";
}
