/** Unread threads and unpaid awards are counted in full, in agreement with their lists. */
import { expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { countAttention } from "../../../db/queries/accounts/attention.ts";
import { insertAuction } from "../../../db/queries/auctions/auctions.ts";
import { insertMessage, insertThread } from "../../../db/queries/messages/threads.ts";
import { auctionAwards, bids, threadSides } from "../../../db/schema/index.ts";
import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import { listOffers } from "../../../market/auction/read.ts";
import { listOwnerThreads } from "../../../market/message/read.ts";
import { testApi } from "../../support/api.ts";
import {
  newCard,
  newDraft,
  newKey,
  newOwner,
  newSellerAgent,
  type Seller,
} from "../../support/operators.ts";

const api = await testApi();

/** More than one page of a list holds. */
const many = 105;
const pageSize = 100;

async function all<Item>(
  list: (page: { limit: number; offset: number }) => Promise<{ items: Item[] }>,
): Promise<Item[]> {
  const items: Item[] = [];
  for (let offset = 0; ; offset += pageSize) {
    const page = await list({ limit: pageSize, offset });
    items.push(...page.items);
    if (page.items.length < pageSize) return items;
  }
}

const attentionOf = ({ accountId }: OwnerActor) =>
  countAttention(api.ctx.db, accountId, { notificationsMax: 100, now: api.ctx.now() });

type Side = { owner: OwnerActor; apiKeyId: string; agentId: string };

async function newSide(): Promise<Side> {
  const owner = await newOwner(api);
  const { key } = await newKey(api, owner);
  return { owner, apiKeyId: key.id, agentId: await newSellerAgent(api, owner) };
}

/** Each of `writers` writes one message; then each of `readers` reads all messages so far. */
async function exchange(
  buyer: Side,
  seller: Side,
  talk: {
    writers: ("buyer" | "seller")[];
    readers: ("buyer" | "seller")[];
    more?: "buyer" | "seller";
  },
): Promise<void> {
  const now = api.ctx.now();
  const listingId = await newDraft(api, seller.agentId);
  const pair = { listingId, buyerAccountId: buyer.owner.accountId, sellerAgentId: seller.agentId };
  const thread = await insertThread(api.db, { ...pair, now });
  let messageCount = 0;
  const write = async (side: "buyer" | "seller") => {
    const by =
      side === "buyer"
        ? { accountId: buyer.owner.accountId, apiKeyId: buyer.apiKeyId, agentId: null }
        : { accountId: seller.owner.accountId, apiKeyId: null, agentId: seller.agentId };
    const message = { side, body: "Hello", now, ...by };
    await insertMessage(api.db, { ...thread, messageCount }, message);
    messageCount += 1;
  };
  for (const side of talk.writers) await write(side);
  for (const side of talk.readers) {
    await api.db
      .update(threadSides)
      .set({ readPosition: messageCount })
      .where(and(eq(threadSides.threadId, thread.id), eq(threadSides.side, side)));
  }
  if (talk.more !== undefined) await write(talk.more);
}

test("unread threads are counted on both sides and beyond the first page", async () => {
  const [one, other] = [await newSide(), await newSide()];
  const talks: Parameters<typeof exchange>[2][] = [
    { writers: ["buyer", "seller"], readers: [] },
    { writers: ["buyer", "seller"], readers: ["buyer", "seller"] },
    { writers: ["buyer"], readers: ["seller"], more: "seller" },
    { writers: ["buyer", "buyer"], readers: [] },
    { writers: ["buyer", "seller"], readers: ["buyer"], more: "buyer" },
  ];
  for (let index = 0; index < many; index += 1) {
    const talk = talks[index % talks.length];
    if (talk === undefined) throw new Error("no talk");
    await exchange(one, other, talk);
    await exchange(other, one, talk);
  }
  // An account that buys from its own agent sees the thread only as its buyer.
  await exchange(one, one, { writers: ["buyer"], readers: [] });
  for (const { owner } of [one, other]) {
    const items = await all((page) => listOwnerThreads(api.ctx, owner, page));
    const unread = items.filter(({ unread_count }) => unread_count > 0).length;
    expect(unread).toBeGreaterThan(pageSize);
    expect((await attentionOf(owner)).unreadThreads).toBe(unread);
  }
});

const states = ["won", "unpaid", "offered", "lapsed", "unpaid"] as const;

async function award(
  to: { owner: OwnerActor; apiKeyId: string; cardId: string },
  { agentId }: Pick<Seller, "agentId">,
  state: (typeof states)[number],
): Promise<void> {
  const now = api.ctx.now();
  const [startsAt, endsAt] = [new Date(now.getTime() - 2000), new Date(now.getTime() - 1000)];
  const listingId = await newDraft(api, agentId);
  const times = { startsAt, announcedEndsAt: endsAt, endsAt, hardEndsAt: endsAt, closedAt: now };
  const prices = { startPriceCents: 100, currentPriceCents: 100, nextMinimumCents: 200 };
  await insertAuction(api.db, { listingId, licenses: 1, ...times, ...prices });
  const { accountId } = to.owner;
  const [bid] = await api.db
    .insert(bids)
    .values({
      listingId,
      accountId,
      apiKeyId: to.apiKeyId,
      paymentMethodId: to.cardId,
      bidderNumber: 1,
      maxCents: 100,
      position: 1,
      priceAfterCents: 100,
      isCurrent: true,
      placedAt: startsAt,
    })
    .returning();
  if (bid === undefined) throw new Error("no bid");
  const at = { createdAt: now, updatedAt: now, dueAt: now };
  await api.db
    .insert(auctionAwards)
    .values({ listingId, accountId, bidId: bid.id, rank: 1, priceCents: 100, state, ...at });
}

test("awards that wait for a payment by hand are counted beyond the first page", async () => {
  const owner = await newOwner(api);
  const { key } = await newKey(api, owner);
  const to = { owner, apiKeyId: key.id, cardId: await newCard(api, owner) };
  const seller = { agentId: await newSellerAgent(api, await newOwner(api)) };
  for (let index = 0; index < 2 * many; index += 1) {
    await award(to, seller, states[index % states.length] ?? "won");
  }
  const items = await all((page) => listOffers(api.ctx, owner, page));
  const payable = items.filter(({ links }) => links.accept !== undefined).length;
  expect(payable).toBeGreaterThan(pageSize);
  expect((await attentionOf(owner)).openOffers).toBe(payable);
});
