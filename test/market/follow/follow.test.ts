/** Following sellers and datasets: who is notified of what, once, and by which mails. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { and, asc, eq, sql } from "drizzle-orm";
import { numberCommitted } from "../../../db/notices/notifier.ts";
import { events, outbox } from "../../../db/schema/index.ts";
import type { Context } from "../../../market/context.ts";
import { FOLLOWS_PER_PRINCIPAL_MAX } from "../../../market/follow/limits.ts";
import { notifyFollowers } from "../../../market/follow/notify-followers.ts";
import { queueFollowDigests } from "../../../market/follow/queue-follow-digests.ts";
import { followMailDueAt } from "../../../market/follow/rules.ts";
import { sendMail } from "../../../market/mail/send-mail.ts";
import type { MailPayload } from "../../../market/mail/templates.ts";
import { unsubscribeUrl } from "../../../market/mail/unsubscribe-code.ts";
import type { Mailer } from "../../../platform/mail/port.ts";
import { dayMs } from "../../../platform/time.ts";
import { sellerAgent } from "../../support/agents.ts";
import { type Json, testApi } from "../../support/api.ts";
import { publishedListing, publishNext } from "../../support/listings.ts";
import { newSaver, type Saver } from "../saved-search/support.ts";

setDefaultTimeout(120_000);

const api = await testApi();
const seller = await sellerAgent(api);
const onSale = (title: string, more: Json = {}) =>
  publishedListing(api, seller.token, { title, ...more });
const follow = (token: string, body: Json) => api.send("POST", "/follows", { token, body });
const lowerPrice = (id: string, price_cents: number) =>
  api.send("PATCH", `/listings/${id}`, { token: seller.token, body: { price_cents } });

/** The events about a listing that a follower got, in order. */
async function toldOf(principalId: string, listingId: string) {
  await numberCommitted(api.db);
  const rows = await api.db
    .select({ type: events.type, data: events.data })
    .from(events)
    .where(and(eq(events.principalId, principalId), eq(events.subjectId, listingId)))
    .orderBy(asc(events.position));
  return rows.map(({ type, data }) => [type, data.dataset_version ?? data.price_cents]);
}

test("a follower of a seller learns of each publication, of a dataset also of lower prices, once", async () => {
  const [ofSeller, ofDataset, ofBoth, ofNothing] = [
    await newSaver(api),
    await newSaver(api),
    await newSaver(api),
    await newSaver(api),
  ];
  const before = await onSale("Before anybody followed", { price_cents: 900 });
  for (const { token } of [ofSeller, ofBoth]) {
    expect((await follow(token, { seller_id: seller.agentId })).status).toBe(200);
  }
  for (const { token } of [ofDataset, ofBoth]) {
    expect((await follow(token, { dataset_id: before })).status).toBe(200);
  }
  await lowerPrice(before, 1200);
  await lowerPrice(before, 500);
  await publishNext(api, seller.token, before);
  const after = await onSale("Published afterwards");
  await Promise.all([notifyFollowers(api.ctx), notifyFollowers(api.ctx)]);
  await notifyFollowers(api.ctx);
  const version = ["listing.published", 2];
  const price = ["listing.changed", 500];
  expect(await toldOf(ofSeller.accountId, before)).toEqual([version]);
  expect(await toldOf(ofDataset.accountId, before)).toEqual([price, version]);
  expect(await toldOf(ofBoth.accountId, before)).toEqual([price, version]);
  expect(await toldOf(ofBoth.accountId, after)).toEqual([["listing.published", 1]]);
  expect(await toldOf(ofNothing.accountId, before)).toEqual([]);
  const { body } = await api.send("GET", "/events?types=listing.changed", ofDataset);
  expect(body.items).toMatchObject([
    { data: { your_role: "follower", fields: ["price_cents"], previous_price_cents: 1200 } },
  ]);
});

test("a dataset that was withdrawn meanwhile, and an ended follow, are not reported", async () => {
  const saver = await newSaver(api);
  const { body } = await follow(saver.token, { seller_id: seller.agentId });
  const gone = await onSale("Gone at once");
  await api.send("POST", `/listings/${gone}/withdraw`, { token: seller.token });
  await notifyFollowers(api.ctx);
  expect(await toldOf(saver.accountId, gone)).toEqual([]);
  const late = await onSale("After the end");
  expect((await api.send("DELETE", `/follows/${body.id}`, saver)).status).toBe(200);
  await notifyFollowers(api.ctx);
  expect(await toldOf(saver.accountId, late)).toEqual([]);
});

test("two follows at once are one, the limit holds, and only the number is public", async () => {
  const saver = await newSaver(api);
  const id = await onSale("Followed twice at once");
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => follow(saver.token, { dataset_id: id })),
  );
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  const read = () => api.send("GET", `/datasets/${id}`);
  expect((await read()).body.followers).toBe(1);
  expect((await read()).text).not.toContain(saver.accountId);
  await follow(saver.token, { seller_id: seller.agentId });
  const { body: first } = await api.send("GET", "/follows?limit=1", saver);
  const { next_cursor: cursor, total } = first.pagination as { next_cursor: string; total: number };
  const second = await api.send("GET", `/follows?cursor=${cursor}`, saver);
  expect([total, second.body.items]).toMatchObject([
    2,
    [{ dataset_id: id, name: "Followed twice at once" }],
  ]);
  await api.db.execute(sql`
    alter table follows disable trigger all;
    insert into follows (id, principal_kind, principal_id, account_id, listing_id, mail, created_at)
      select gen_random_uuid(), 'account', '${sql.raw(saver.accountId)}', '${sql.raw(saver.accountId)}',
        gen_random_uuid(), 'none', now() from generate_series(3, ${sql.raw(String(FOLLOWS_PER_PRINCIPAL_MAX))});
    alter table follows enable trigger all`);
  const another = await onSale("One too many");
  expect((await follow(saver.token, { dataset_id: another })).body.code).toBe("limit_reached");
  await api.send("DELETE", `/follows/${id}`, saver);
  expect((await read()).body.followers).toBe(0);
});

test("only the keeper sees and ends a follow; another key of the account waits", async () => {
  const saver = await newSaver(api);
  const { body } = await follow(saver.token, { seller_id: seller.agentId });
  const stranger = await newSaver(api);
  expect((await api.send("DELETE", `/follows/${body.id}`, stranger)).body.code).toBe(
    "follow_not_found",
  );
  expect((await api.send("GET", "/follows", stranger)).body.items).toEqual([]);
  const own = await follow(seller.token, { seller_id: seller.agentId });
  expect([own.status, own.body.code]).toEqual([400, "own_seller"]);
  for (const given of [{}, { seller_id: seller.agentId, dataset_id: seller.agentId }]) {
    expect((await follow(saver.token, given)).status).toBe(400);
  }
  const unknown = "0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b";
  expect((await follow(saver.token, { seller_id: unknown })).body.code).toBe("seller_not_found");
  expect((await follow(saver.token, { dataset_id: unknown })).body.code).toBe("dataset_not_found");
});

const later = (days: number): Context => ({
  ...api.ctx,
  now: () => new Date(Date.now() + days * dayMs),
});

type Sent = Parameters<Mailer["send"]>[0];

/** The mails that the clock and the mail worker send to this follower at a given time. */
async function mailsTo({ accountId }: Saver, ctx: Context): Promise<Sent[]> {
  await Promise.all([
    queueFollowDigests(ctx, { rowsMax: 100 }),
    queueFollowDigests(ctx, { rowsMax: 100 }),
  ]);
  const queued = await api.db
    .delete(outbox)
    .where(
      and(eq(outbox.subject, "jobs.mail"), sql`${outbox.payload}->>'template' = 'follow_digest'`),
    )
    .returning();
  const sent: Sent[] = [];
  const mailer: Mailer = {
    async send(mail) {
      sent.push(mail);
      return { kind: "sent", providerId: "1" };
    },
  };
  const actor = { kind: "system", name: "test" } as const;
  for (const { payload } of queued) await sendMail(ctx, mailer, actor, payload as MailPayload);
  const [account] = await api.db.execute<{ email: string }>(
    sql`select email from accounts where id = ${accountId}`,
  );
  return sent.filter(({ to }) => to === account?.email);
}

test("one mail a day has all news, with titles as text, until its link ends them", async () => {
  const saver = await newSaver(api);
  const quiet = await newSaver(api);
  const id = await onSale("Rain <b>of</b> Oslo", { price_cents: 2000 });
  await follow(saver.token, { seller_id: seller.agentId, mail: "daily" });
  await follow(saver.token, { dataset_id: id, mail: "daily" });
  await follow(quiet.token, { seller_id: seller.agentId });
  await lowerPrice(id, 1500);
  await publishNext(api, seller.token, id);
  await notifyFollowers(api.ctx);
  expect(await mailsTo(saver, api.ctx)).toEqual([]);
  const [mail, ...more] = await mailsTo(saver, later(1.1));
  expect(more).toEqual([]);
  expect(mail?.subject).toEndWith(": 2");
  expect(mail?.text).toContain('A lower price, before $20.00:\n> "Rain <b>of</b> Oslo" by');
  expect(mail?.text).toContain("Version 2:");
  expect(mail?.html).not.toContain("<b>of");
  expect(mail?.headers?.["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
  await publishNext(api, seller.token, id);
  await notifyFollowers(api.ctx);
  expect(await mailsTo(saver, later(1.1))).toEqual([]);
  expect(await mailsTo(saver, later(2.2))).toHaveLength(1);
  expect(await mailsTo(quiet, later(2.2))).toEqual([]);

  const { PUBLIC_BASE_URL: site, APPROVAL_SECRET: secrets } = api.config;
  const url = unsubscribeUrl(site, secrets, { kind: "follows", id: saver.accountId });
  expect((await fetch(url, { method: "POST" })).status).toBe(200);
  await publishNext(api, seller.token, id);
  await notifyFollowers(api.ctx);
  expect(await mailsTo(saver, later(4))).toEqual([]);
});

test.each([
  ["2026-11-22T07:59:59.000Z", "2026-11-22T08:00:00.000Z"],
  ["2026-11-22T08:00:00.000Z", "2026-11-23T08:00:00.000Z"],
])("news of %s are mailed at %s", (at, due) => {
  expect(followMailDueAt(new Date(at)).toISOString()).toBe(due);
});
