/** Real processes that are killed with SIGKILL while they notify followers: nothing is lost or doubled. */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { and, eq, sql } from "drizzle-orm";
import { v7 } from "uuid";
import { enqueueCollectedNews, enqueueFollowNews } from "../../../db/queries/follows/news.ts";
import { collectionItems, collections, events, follows } from "../../../db/schema/index.ts";
import { queueFollowDigests } from "../../../market/follow/queue-follow-digests.ts";
import { dayMs } from "../../../platform/time.ts";
import { openHangingMail } from "../../support/hanging-mail.ts";
import { eventually, testEnv } from "../../support/stack.ts";
import { runScript, testSuite } from "../../support/workers.ts";
import { mailsTo, newPair } from "../message/support.ts";

setDefaultTimeout(120_000);

const mail = openHangingMail((await testEnv()).RESEND_BASE_URL ?? "");
const suite = await testSuite({ RESEND_BASE_URL: mail.url });
await suite.work(["relay"]);
afterAll(() => mail.stop());

const { db, ctx } = suite;
const patient = { timeoutMs: 30_000 };
const perStep = 1000;

async function publishNews(listingId: string): Promise<void> {
  const news = { listingId, version: 1, kind: "published", now: new Date() } as const;
  await db.transaction((tx) => enqueueFollowNews(tx, news));
}

test("a process killed in the third of four steps leaves each follower one event and one mail item", async () => {
  const { listingId, agent } = await newPair(db);
  const { agentId } = agent;
  const followersTotal = 3.5 * perStep;
  await db.execute(sql`
    with made as (
      insert into accounts (id, issuer, subject, email, email_verified, created_at, last_seen_at)
        select gen_random_uuid(), 'https://identity.test', ${listingId} || n, n || '@example.org', true,
            now(), now()
          from generate_series(1, ${followersTotal}::int) as n returning id)
    insert into follows (id, principal_kind, principal_id, account_id, seller_id, mail, created_at)
      select gen_random_uuid(), 'account', id, id, ${agentId}, 'daily', now() from made`);
  const countEvents = () => db.$count(events, eq(events.subjectId, listingId));
  const [late] = await db
    .select({ id: follows.id })
    .from(follows)
    .where(eq(follows.sellerId, agentId))
    .orderBy(follows.principalId)
    .offset(2.5 * perStep)
    .limit(1);
  if (late === undefined) throw new Error("no follower of the third step");
  await db.transaction(async (tx) => {
    await tx.select().from(follows).where(eq(follows.id, late.id)).for("update");
    await publishNews(listingId);
    const started = runScript(suite, "workers/main.ts", ["matching"]);
    await eventually(async () => (await countEvents()) === 2 * perStep, patient);
    started.kill("SIGKILL");
    await started.exited;
  });
  expect(await countEvents()).toBe(2 * perStep);

  const other = await suite.work(["matching"]);
  await eventually(async () => (await countEvents()) === followersTotal, patient);
  await eventually(async () => {
    const [row] = await db.execute<{ open: number }>(
      sql`select count(*)::int as open from follow_news where done_at is null`,
    );
    return row?.open === 0;
  }, patient);
  await other.stop();
  const [counts] = await db.execute(sql`
    select count(*)::int as events, count(distinct principal_id)::int as told,
        (select count(*)::int from follow_mail_items i join follow_news n on n.id = i.news_id
          where n.listing_id = ${listingId}) as items
      from events where subject_id = ${listingId}`);
  await db.update(follows).set({ mailDueAt: null }).where(eq(follows.sellerId, agentId));
  expect(counts).toEqual({ events: followersTotal, told: followersTotal, items: followersTotal });
});

test("a mail whose worker is killed between sending and noting it is sent once, with all news", async () => {
  const { buyer, agent, listingId, seller } = await newPair(db);
  const at = new Date();
  const collectionId = v7();
  await db.insert(collections).values({
    ...{ id: collectionId, principalKind: "account", principalId: seller.id, accountId: seller.id },
    ...{ title: "Rain in Europe", isPublic: true, createdAt: at, updatedAt: at },
  });
  await db.insert(collectionItems).values({ collectionId, listingId, position: 1, addedAt: at });
  const follower = {
    principalKind: "account",
    principalId: buyer.id,
    accountId: buyer.id,
  } as const;
  await db.insert(follows).values([
    { ...follower, sellerId: agent.agentId, mail: "daily", createdAt: at },
    { ...follower, collectionId, mail: "daily", createdAt: at },
  ]);
  await publishNews(listingId);
  await db.transaction((tx) =>
    enqueueCollectedNews(tx, { collectionId, listingId, now: new Date() }),
  );
  const matching = await suite.work(["matching"]);
  const ofBuyer = eq(events.principalId, buyer.id);
  await eventually(async () => (await db.$count(events, ofBuyer)) === 2, patient);
  await matching.stop();
  expect(await db.$count(events, and(ofBuyer, eq(events.type, "collection.dataset_added")))).toBe(
    1,
  );

  const tomorrow = { ...ctx, now: () => new Date(Date.now() + 1.1 * dayMs) };
  const queued = await Promise.all([
    queueFollowDigests(tomorrow, { rowsMax: 5000 }),
    queueFollowDigests(tomorrow, { rowsMax: 5000 }),
  ]);
  expect(queued.toSorted()).toEqual([0, 1]);
  const worker = runScript(suite, "workers/main.ts", ["notify"]);
  await eventually(() => mail.state.taken > 0, patient);
  worker.kill("SIGKILL");
  await worker.exited;
  const isEnded = async () => {
    const [row] = await db.execute<{ ended: boolean }>(
      sql`select ended_at is not null as ended from follow_digests where account_id = ${buyer.id}`,
    );
    return row?.ended === true;
  };
  expect(await isEnded()).toBe(false);

  mail.state.hangs = false;
  const other = await suite.work(["notify"]);
  await eventually(isEnded, patient);
  await other.stop();
  expect(mail.state.taken).toBeGreaterThanOrEqual(2);
  const mails = await mailsTo(suite.config, buyer.email);
  expect(mails.map(({ subject }) => subject)).toEqual(["Updates from what you follow: 2"]);
  expect(mails[0]?.text).toContain('in the collection "Rain in Europe"');
});
