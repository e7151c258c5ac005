/** The limits of messages, with a clock that the test moves, and under concurrency. */
import { describe, expect, test } from "bun:test";
import { count, eq, sql } from "drizzle-orm";
import { accounts, messages, threads } from "../../../db/schema/index.ts";
import { contactSeller } from "../../../market/message/contact-seller.ts";
import { sellerAgent } from "../../support/agents.ts";
import { publishedListing } from "../../support/listings.ts";
import { type Buyer, newBuyer, paidListing, testMarket } from "../../support/market.ts";
import { mailJobsOf, type Post, reply, threadAbout, write } from "../../support/messages.ts";
import { newKey, refusalOf } from "../../support/operators.ts";
import { eventually } from "../../support/stack.ts";

const market = await testMarket({
  RATE_LIMIT_AGENT_PER_MINUTE: "10000",
  RATE_LIMIT_OPERATOR_PER_MINUTE: "10000",
});
const api = market.api;
const datasetIds: string[] = [];
for (let made = 0; made < 21; made += 1) datasetIds.push(await paidListing(market));

/** The first of the datasets. */
const dataset = () => datasetIds[0] ?? "";
const at = (minutes: number) => {
  api.clock.skewMs = minutes * 60_000;
};
const begin = (buyer: Buyer, datasetId: string) =>
  contactSeller(api.ctx, buyer.operator, datasetId, { message: "Hello." });

describe("an account", () => {
  test("sends 60 messages an hour over all of its keys, and learns when it may continue", async () => {
    const buyer = await newBuyer(api);
    const { secret } = await newKey(api, buyer.owner);
    at(0);
    await begin(buyer, dataset());
    at(10);
    for (let sent = 1; sent < 60; sent += 1) await begin(buyer, dataset());
    at(59);
    const refused = await write(api, secret, dataset());
    expect([refused.status, refused.body.code]).toEqual([429, "rate_limited"]);
    expect(refused.body.resolution).toBe("retry");
    const wait = Number(refused.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(50);
    expect(wait).toBeLessThanOrEqual(60);
    expect((await write(api, (await newBuyer(api)).token, dataset())).status).toBe(201);

    api.clock.skewMs += wait * 1000;
    expect((await write(api, secret, dataset())).status).toBe(201);
    expect((await write(api, secret, dataset())).status).toBe(429);
    at(0);
  });

  test("shares the limit of messages with the agents that it owns", async () => {
    const seller = await sellerAgent(api);
    const listingId = await publishedListing(api, seller.token);
    const buyer = await newBuyer(api);
    const threadId = await threadAbout({ ...market, buyer }, listingId);
    const { key } = await newKey(api, seller.owner);
    const { accountId } = seller.owner;
    const operator = { kind: "operator", accountId, apiKeyId: key.id } as const;
    for (let sent = 0; sent < 59; sent += 1) await begin({ ...buyer, operator }, dataset());
    expect((await reply(api, seller.token, threadId)).status).toBe(201);
    const refused = await reply(api, seller.token, threadId);
    expect([refused.status, refused.body.code]).toEqual([429, "rate_limited"]);
  });

  test("begins 20 threads in 24 hours, and goes on in those that it has", async () => {
    const buyer = await newBuyer(api);
    at(0);
    await begin(buyer, dataset());
    at(120);
    for (const datasetId of datasetIds.slice(1, 20)) await begin(buyer, datasetId);
    at(23 * 60);
    const last = datasetIds[20] ?? "";
    const refused = await write(api, buyer.token, last);
    expect([refused.status, refused.body.code]).toEqual([429, "rate_limited"]);
    const wait = Number(refused.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(3500);
    expect(wait).toBeLessThanOrEqual(3600);
    expect((await write(api, buyer.token, dataset())).status).toBe(201);
    api.clock.skewMs += wait * 1000;
    expect((await write(api, buyer.token, last)).status).toBe(201);
    at(0);
  });

  test("is not limited by refused messages, which are not stored", async () => {
    const buyer = await newBuyer(api);
    const { secret } = await newKey(api, market.seller.owner);
    for (let tried = 0; tried < 30; tried += 1) {
      expect((await write(api, secret, dataset())).body.code).toBe("own_dataset");
    }
    for (let sent = 0; sent < 60; sent += 1) await begin(buyer, dataset());
    const headers = { "idempotency-key": "refused-for-now" };
    expect((await write(api, buyer.token, dataset(), "Hello.", headers)).status).toBe(429);
    at(61);
    const later = await write(api, buyer.token, dataset(), "Hello.", headers);
    expect([later.status, later.headers.get("idempotent-replayed")]).toEqual([201, null]);
    at(0);
  });
});

describe("at the same time", () => {
  const positions = async (threadId: string) => {
    const rows = await api.db
      .select({ position: messages.position })
      .from(messages)
      .where(eq(messages.threadId, threadId))
      .orderBy(messages.position);
    return rows.map(({ position }) => position);
  };

  test("twenty first messages begin one thread, in one order, with one mail owed", async () => {
    const buyer = await newBuyer(api);
    const { secret } = await newKey(api, buyer.owner);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        write(api, index % 2 === 0 ? buyer.token : secret, dataset(), `message ${index}`),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const ids = new Set(answers.map(({ body }) => (body as Post).thread_id));
    expect(ids.size).toBe(1);
    const [threadId = ""] = ids;
    expect(await positions(threadId)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
    expect(await mailJobsOf(api, threadId)).toEqual(["seller 1"]);
  });

  test("both sides write without waiting for each other for ever, and no position is lost", async () => {
    const buyer = await newBuyer(api);
    const threadId = await threadAbout({ ...market, buyer }, dataset());
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        reply(api, index % 2 === 0 ? buyer.token : market.seller.token, threadId),
      ),
    );
    expect(answers.filter(({ status }) => status !== 201)).toEqual([]);
    expect(await positions(threadId)).toEqual(Array.from({ length: 21 }, (_, at) => at + 1));
    expect((await mailJobsOf(api, threadId)).length).toBe(2);
  });

  test("a suspension that has begun is waited for: nothing is written behind it", async () => {
    const buyer = await newBuyer(api);
    const { accountId } = buyer.owner;
    const waiting = await api.db.transaction(async (tx) => {
      await tx
        .update(accounts)
        .set({ suspendedAt: api.ctx.now(), suspendedReason: "test" })
        .where(eq(accounts.id, accountId));
      const writing = refusalOf(begin(buyer, dataset()));
      await eventually(async () => {
        const [row] = await tx.execute(
          sql`select count(*)::int as total from pg_locks where not granted and database is null`,
        );
        return Number(row?.total) > 0;
      });
      return { writing };
    });
    expect((await waiting.writing).code).toBe("account_suspended");
    expect(await api.db.$count(threads, eq(threads.buyerAccountId, accountId))).toBe(0);
  });

  test("a limit holds: not one message and not one thread more is let through", async () => {
    const buyer = await newBuyer(api);
    for (let sent = 0; sent < 55; sent += 1) await begin(buyer, dataset());
    const outcomes = await Promise.allSettled(
      Array.from({ length: 15 }, () => begin(buyer, dataset())),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled").length).toBe(5);

    const other = await newBuyer(api);
    const begun = await Promise.allSettled(datasetIds.map((id) => begin(other, id)));
    expect(begun.filter(({ status }) => status === "fulfilled").length).toBe(20);
    const [row] = await api.db
      .select({ total: count() })
      .from(threads)
      .where(eq(threads.buyerAccountId, other.owner.accountId));
    expect(row?.total).toBe(20);
    const refused = begun.flatMap((outcome) =>
      outcome.status === "rejected" ? [refusalOf(Promise.reject(outcome.reason))] : [],
    );
    expect((await Promise.all(refused)).map(({ code }) => code)).toEqual(["rate_limited"]);
  });
});
