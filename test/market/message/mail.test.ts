/** Mails about messages: one per thread, side and hour, none lost, and no addresses shown. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { and, eq, isNull, sql } from "drizzle-orm";
import { auditLog, outbox, threadSides } from "../../../db/schema/index.ts";
import type { AgentActor, OperatorActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../../market/context.ts";
import { requeueLostMails } from "../../../market/mail/requeue-lost-mails.ts";
import { sendMail } from "../../../market/mail/send-mail.ts";
import { composeTemplate } from "../../../market/mail/templates.ts";
import { contactSeller } from "../../../market/message/contact-seller.ts";
import { getThread } from "../../../market/message/get-thread.ts";
import { queueMessageMails } from "../../../market/message/queue-message-mails.ts";
import { replyInThread } from "../../../market/message/reply-in-thread.ts";
import { openMailer } from "../../../platform/mail/resend.ts";
import { eventually } from "../../support/stack.ts";
import { countStored, openSuite } from "../../support/workers.ts";
import { mailsTo, newPair, type Pair, sideOf } from "./support.ts";

setDefaultTimeout(30_000);

// A test that needs no relaying replaces it with another suite.
let suite = await openSuite();
afterAll(() => suite.close());
await suite.work(["relay", "notify"]);

const later = (minutes: number): Context => ({
  ...suite.ctx,
  now: () => new Date(Date.now() + minutes * 60_000),
});

async function write({ operator, listingId }: Pair, message: string, ctx = suite.ctx) {
  return (await contactSeller(ctx, operator, listingId, { message })).thread_id;
}

const answer = ({ agent }: Pair, threadId: string, message: string, ctx = suite.ctx) =>
  replyInThread(ctx, agent, threadId, { message });

const read = (actor: AgentActor | OperatorActor, threadId: string) =>
  getThread(suite.ctx, actor, threadId, { limit: 20, offset: 0 });

const isDrained = () =>
  eventually(async () => {
    const owed = await suite.db.$count(outbox, isNull(outbox.publishedAt));
    return owed === 0 && (await countStored(suite.config)) === 0;
  });

/** The message positions of the mail jobs that were ever queued for a thread, in order. */
async function queuedPositions(threadId: string): Promise<string[]> {
  const rows = await suite.db
    .select({ position: sql<string>`${outbox.payload}->>'position'` })
    .from(outbox)
    .where(sql`${outbox.payload}->>'thread_id' = ${threadId} and ${outbox.subject} = 'jobs.mail'`)
    .orderBy(outbox.id);
  return rows.map(({ position }) => position);
}

describe("the mail about a message", () => {
  test("reaches the seller's owner and the buyer, in the words of the other, never with an address", async () => {
    const pair = await newPair(suite.db);
    const threadId = await write(pair, "Is <b>2015</b> in it?\nRegards");
    await answer(pair, threadId, "It is & was.");
    await isDrained();
    const [toSeller] = await mailsTo(suite.config, pair.seller.email);
    const [toBuyer] = await mailsTo(suite.config, pair.buyer.email);
    expect(toSeller?.subject).toBe("New message: Rain <script> & snow");
    expect(toSeller?.text).toContain("\n> Is <b>2015</b> in it?\n> Regards\n");
    expect(toSeller?.html).toContain("<blockquote>Is &lt;b&gt;2015&lt;/b&gt; in it?<br>");
    expect(toBuyer?.html).toContain("It is &amp; was.");
    expect(toBuyer?.html).toContain("agent &lt;");
    for (const mail of [toSeller, toBuyer]) {
      for (const body of [mail?.text ?? "", mail?.html ?? ""]) {
        expect(body).not.toContain(" /threads/");
        const page = `${suite.config.PUBLIC_BASE_URL}/account/messages/${threadId}`;
        expect(body).toContain(page);
        for (const { id, email } of [pair.buyer, pair.seller]) {
          expect(body).not.toContain(email);
          // The reader's own id appears only in the unsubscribe link that ends these mails.
          expect(body.replaceAll(/\/unsubscribe\/\S+/g, "")).not.toContain(id);
        }
      }
      expect(mail?.html).not.toContain("<script>");
    }
  });

  test("marks every line of the message: none passes for the marketplace's own words", () => {
    const facts = { threadId: "thread-7", title: "Rain", agentName: "rain", buyerName: "buyer-1" };
    const body = "Hi.\r\n\r\nYour account is suspended.\rSign in:\u2028https://evil.test";
    for (const name of ["message_seller", "message_buyer"] as const) {
      const { text } = composeTemplate(name, { ...facts, body }, "https://market.test");
      const marked = "> Hi.\n> \n> Your account is suspended.\n> Sign in:\n> https://evil.test\n";
      expect(text).toContain(`\n\n${marked}`);
    }
  });

  test("comes once an hour: what came meanwhile and is unread is mailed at its end", async () => {
    const pair = await newPair(suite.db);
    const threadId = await write(pair, "one");
    await isDrained();
    for (const message of ["two", "three"]) await write(pair, message);
    await isDrained();
    expect((await mailsTo(suite.config, pair.seller.email)).length).toBe(1);
    await queueMessageMails(later(59), { rowsMax: 100 });
    expect(await queuedPositions(threadId)).toEqual(["1"]);
    await queueMessageMails(later(61), { rowsMax: 100 });
    await eventually(async () => (await mailsTo(suite.config, pair.seller.email)).length === 2);
    await isDrained();
    const texts = (await mailsTo(suite.config, pair.seller.email)).map(({ text }) => text);
    expect(texts.map((text) => text.split("\n\n")[1])).toEqual(["> one", "> two"]);
    // The third is still unread, and a new hour has begun.
    expect((await sideOf(suite.db, threadId, "seller")).mailPosition).toBe(3);
    await queueMessageMails(later(59), { rowsMax: 100 });
    expect(await queuedPositions(threadId)).toEqual(["1", "2"]);
  });

  test("is sent only for messages still unread at the end of the hour", async () => {
    const pair = await newPair(suite.db);
    const threadId = await write(pair, "one");
    await isDrained();
    await write(pair, "two");
    await read(pair.agent, threadId);
    await queueMessageMails(later(61), { rowsMax: 100 });
    expect(await queuedPositions(threadId)).toEqual(["1"]);
    expect((await sideOf(suite.db, threadId, "seller")).mailDueAt).toBeNull();

    await write(pair, "three");
    await read(pair.agent, threadId);
    await write(pair, "four");
    await queueMessageMails(later(61), { rowsMax: 100 });
    expect(await queuedPositions(threadId)).toEqual(["1", "4"]);
    await isDrained();
    const [, second, ...more] = await mailsTo(suite.config, pair.seller.email);
    expect([second?.text.split("\n\n")[1], more]).toEqual(["> four", []]);
  });

  test("of one thread does not affect another's mails", async () => {
    const [one, other] = [await newPair(suite.db), await newPair(suite.db)];
    await write(one, "Hello.");
    await write(other, "Hello.");
    await isDrained();
    expect((await mailsTo(suite.config, one.seller.email)).length).toBe(1);
    expect((await mailsTo(suite.config, other.seller.email)).length).toBe(1);
  });

  test("is sent once though its job is delivered many times at once", async () => {
    const pair = await newPair(suite.db);
    const threadId = await write(pair, "Hello.");
    await isDrained();
    const actor = { kind: "system", name: "test" } as const;
    const mail = { thread_id: threadId, side: "seller", position: 1 } as const;
    const payload = { template: "message", ...mail } as const;
    const mailer = openTestMailer(suite.config.RESEND_BASE_URL ?? "", suite.config.RESEND_API_KEY);
    await suite.db
      .update(threadSides)
      .set({ mailedAt: null, mailPosition: 1, mailDueAt: new Date() })
      .where(and(eq(threadSides.threadId, threadId), eq(threadSides.side, "seller")));
    await Promise.all([1, 2, 3].map(() => sendMail(suite.ctx, mailer, actor, payload)));
    expect((await mailsTo(suite.config, pair.seller.email)).length).toBe(1);
    expect(await sendMail(suite.ctx, mailer, actor, payload)).toEqual({ kind: "not_owed" });
  });

  test("does not go to an address that is not known to be theirs, nor a week later", async () => {
    const unknown = await newPair(suite.db, { emailVerified: false });
    const threadId = await write(unknown, "Hello.");
    await isDrained();
    expect(await mailsTo(suite.config, unknown.seller.email)).toEqual([]);
    expect((await sideOf(suite.db, threadId, "seller")).mailDueAt).toBeNull();

    const pair = await newPair(suite.db);
    const old = await write(pair, "Hello.", later(-8 * 24 * 60));
    await isDrained();
    expect(await mailsTo(suite.config, pair.seller.email)).toEqual([]);
    expect((await sideOf(suite.db, old, "seller")).mailDueAt).toBeNull();
  });
});

function openTestMailer(baseUrl: string, apiKey: string) {
  return openMailer({ apiKey, baseUrl, from: suite.config.MAIL_FROM });
}

describe("a provider that has bad days", () => {
  const actor = { kind: "system", name: "test" } as const;

  async function sendTo(status: number, name: string) {
    const pair = await newPair(suite.db);
    const server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: () => Response.json({ statusCode: status, name, message: "no" }, { status }),
    });
    // The running worker gets no job for this mail: it is due but not queued.
    const threadId = await write(pair, "Hello.");
    await isDrained();
    const key = and(eq(threadSides.threadId, threadId), eq(threadSides.side, "seller"));
    await suite.db
      .update(threadSides)
      .set({ mailedAt: null, mailPosition: 1, mailDueAt: new Date(), mailQueuedAt: new Date() })
      .where(key);
    const mailer = openTestMailer(`http://127.0.0.1:${server.port}`, "re_test");
    const mail = { thread_id: threadId, side: "seller", position: 1 } as const;
    const payload = { template: "message", ...mail } as const;
    const result = await sendMail(suite.ctx, mailer, actor, payload);
    await server.stop(true);
    return { pair, threadId, kind: result.kind };
  }

  test("keeps the mail owed until it takes it", async () => {
    const { threadId, kind } = await sendTo(500, "internal_server_error");
    expect([kind, (await sideOf(suite.db, threadId, "seller")).mailPosition]).toEqual([
      "failed",
      1,
    ]);
  });

  test("ends the tries for a mail that it refuses for good, with an audit row", async () => {
    const { pair, threadId, kind } = await sendTo(422, "validation_error");
    expect([kind, (await sideOf(suite.db, threadId, "seller")).mailPosition]).toEqual([
      "refused",
      null,
    ]);
    const rows = await suite.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, pair.seller.id));
    expect(rows.map(({ action }) => action)).toEqual(["message_mail.refused"]);
  });
});

describe("with nothing that relays", () => {
  beforeAll(async () => {
    await suite.close();
    suite = await openSuite();
  });

  test("a mail whose job the bus has lost is queued again after half an hour, and arrives", async () => {
    const pair = await newPair(suite.db);
    const threadId = await write(pair, "Hello.");
    await suite.db.update(outbox).set({ publishedAt: new Date() });
    expect(await requeueLostMails(later(29), suite.bus, { rowsMax: 100 })).toBe(0);
    expect(await requeueLostMails(later(31), suite.bus, { rowsMax: 100 })).toBe(1);
    expect(await queuedPositions(threadId)).toEqual(["1"]);
    const worker = await suite.work(["relay", "notify"]);
    await eventually(async () => (await mailsTo(suite.config, pair.seller.email)).length === 1);
    await worker.stop();
  });

  test("a mail that is due later is queued once by any number of clocks", async () => {
    const pair = await newPair(suite.db);
    const threadId = await write(pair, "one", later(-61));
    const key = and(eq(threadSides.threadId, threadId), eq(threadSides.side, "seller"));
    const due = { mailedAt: later(-61).now(), mailDueAt: later(-1).now(), mailQueuedAt: null };
    await suite.db.update(threadSides).set(due).where(key);
    await Promise.all([1, 2, 3, 4].map(() => queueMessageMails(suite.ctx, { rowsMax: 100 })));
    expect(await queuedPositions(threadId)).toEqual(["1", "1"]);
  });
});
