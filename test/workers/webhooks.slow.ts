/** The role `webhooks`: events reach their receiver, whatever dies in between. */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { v7 } from "uuid";
import {
  accounts,
  apiKeys,
  events,
  webhookDeliveries,
  webhookEndpoints,
} from "../../db/schema/index.ts";
import type { Principal } from "../../db/vocabulary/event.ts";
import { decideAgent } from "../../market/agent/decide-agent.ts";
import { purgeEvents } from "../../market/event/purge-events.ts";
import { webhookSecret } from "../../platform/webhooks/signature.ts";
import { eventually } from "../support/stack.ts";
import { answering, type Receiver, startReceiver, tell } from "../support/webhooks.ts";
import { runScript, seedApproval, testSuite, type WorkerProcess } from "../support/workers.ts";

setDefaultTimeout(60_000);

const suite = await testSuite();

/** An operator whose events go to the receiver. */
async function subscribe(receiver: Receiver): Promise<Principal & { secret: string }> {
  const now = new Date();
  const accountId = v7();
  const owner = { issuer: "test", subject: accountId, email: `${accountId}@example.org` };
  await suite.db
    .insert(accounts)
    .values({ id: accountId, ...owner, emailVerified: true, createdAt: now, lastSeenAt: now });
  const apiKeyId = v7();
  await suite.db.insert(apiKeys).values({
    id: apiKeyId,
    accountId,
    name: "test",
    prefix: "dm_test_",
    secretHash: apiKeyId,
    scopes: ["read"],
    categories: [],
    createdAt: now,
  });
  const id = v7();
  await suite.db.insert(webhookEndpoints).values({
    id,
    principalKind: "account",
    principalId: accountId,
    apiKeyId,
    url: `${receiver.url}/in`,
    types: [],
    createdAt: now,
    updatedAt: now,
  });
  const secret = webhookSecret(suite.config.WEBHOOK_SECRET[0], { id, generation: 1 });
  return { kind: "account", id: accountId, secret };
}

/**
 * Makes waiting deliveries and those held by killed workers due at once, so that no test waits for
 * leases.
 */
async function hurry(): Promise<boolean> {
  const dueNow = { dueAt: new Date(), leasedUntil: null };
  await suite.db
    .update(webhookDeliveries)
    .set(dueNow)
    .where(eq(webhookDeliveries.state, "pending"));
  return true;
}
const often = { timeoutMs: 20_000, everyMs: 300 };

const children: WorkerProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
});

function start(): WorkerProcess {
  const child = runScript(suite, "workers/main.ts", ["webhooks"]);
  children.push(child);
  return child;
}

const ids = (receiver: Receiver) => receiver.received.map(({ event }) => event.id);

test("events reach the receiver at once, signed", async () => {
  const receiver = await startReceiver();
  const { secret, ...principal } = await subscribe(receiver);
  const worker = await suite.work(["relay", "webhooks"]);
  const id = await tell(suite.db, principal);
  await eventually(() => receiver.received.length === 1);
  const [got] = receiver.received;
  const headers = got?.headers as Record<string, string>;
  expect(new Webhook(secret).verify(got?.body ?? "", headers)).toMatchObject({ id });
  await worker.stop();
  await receiver.stop();
});

test("a receiver that hangs keeps no other waiting", async () => {
  const [hanging, well] = await Promise.all([startReceiver(), startReceiver()]);
  hanging.behave(() => {});
  const [one, other] = [await subscribe(hanging), await subscribe(well)];
  const worker = await suite.work(["relay", "webhooks"]);
  for (let count = 0; count < 60; count += 1) await tell(suite.db, one);
  const wanted = await Promise.all(Array.from({ length: 5 }, () => tell(suite.db, other)));
  await eventually(() => well.received.length === 5, { timeoutMs: 5000 });
  expect(ids(well).toSorted()).toEqual(wanted.toSorted());
  expect(hanging.received.length).toBeLessThanOrEqual(4);
  await worker.stop();
  const rows = await suite.db.select().from(webhookDeliveries);
  expect(rows.filter(({ leasedUntil }) => leasedUntil !== null)).toEqual([]);
  await Promise.all([hanging.stop(), well.stop()]);
});

test("two workers are killed again and again: every event arrives, each subject's in order", async () => {
  const receiver = await startReceiver();
  let calls = 0;
  receiver.behave((_got, response) => {
    calls += 1;
    if (calls % 10 === 0) response.destroy();
    else response.writeHead(204).end();
  });
  const principal = await subscribe(receiver);
  const relay = await suite.work(["relay"]);
  const running = [start(), start()];
  const subjects = Array.from({ length: 5 }, () => v7());
  const told = new Map<string, string[]>(subjects.map((subject) => [subject, []]));
  for (let round = 0; round < 20; round += 1) {
    for (const subject of subjects) {
      told.get(subject)?.push(await tell(suite.db, principal, subject));
    }
    if (round % 5 !== 4) continue;
    const seen = receiver.received.length;
    await eventually(async () => (await hurry()) && receiver.received.length > seen, often);
    const victim = running.shift();
    victim?.kill("SIGKILL");
    await victim?.exited;
    running.push(start());
  }
  for (const worker of running) worker.kill("SIGKILL");
  await Promise.all(running.map(({ exited }) => exited));
  const last = start();
  const wanted = [...told.values()].flat();
  await eventually(
    async () => (await hurry()) && wanted.every((id) => ids(receiver).includes(id)),
    often,
  );
  for (const [subject, inOrder] of told) {
    const got = receiver.received.filter(({ event }) => event.subject.id === subject);
    expect([...new Set(got.map(({ event }) => event.id))]).toEqual(inOrder);
  }
  last.kill("SIGTERM");
  expect(await last.exited).toBe(0);
  await relay.stop();
  await receiver.stop();
});

test("messages that the bus has lost are made up for by the clock", async () => {
  const receiver = await startReceiver();
  const principal = await subscribe(receiver);
  const sending = await suite.work(["webhooks"]);
  // Nobody relays it, so the message never reaches the bus.
  const id = await tell(suite.db, principal);
  const clock = await suite.work(["clock"]);
  await eventually(() => ids(receiver).includes(id));
  await clock.stop();
  await sending.stop();
  await receiver.stop();
});

test("an owner is mailed when a webhook is disabled, and events are forgotten after 30 days", async () => {
  const receiver = await startReceiver();
  receiver.behave(answering(410));
  const principal = await subscribe(receiver);
  const worker = await suite.work(["relay", "webhooks", "notify"]);
  await tell(suite.db, principal);
  const inbox = `${suite.config.RESEND_BASE_URL}/emails?to=${principal.id}@example.org`;
  const mail = await eventually(async () => {
    const answer = await fetch(inbox, {
      headers: { authorization: `Bearer ${suite.config.RESEND_API_KEY}` },
    });
    const { data } = (await answer.json()) as { data: { subject: string; to: string[] }[] };
    return data.find(({ to }) => to.includes(`${principal.id}@example.org`));
  });
  expect(mail.subject).toBe("Your webhook was disabled");
  await worker.stop();

  const now = () => new Date(Date.now() + 31 * 86_400_000);
  expect(await purgeEvents(suite.ctx)).toBe(0);
  expect(await purgeEvents({ ...suite.ctx, now })).toBeGreaterThan(0);
  expect(await suite.db.$count(events)).toBe(0);
  expect(await suite.db.$count(webhookDeliveries)).toBe(0);
  await receiver.stop();
});

test("an approval comes to the agent's feed in the transaction that makes it", async () => {
  const { agentId, ownerEmail: email } = await seedApproval(suite);
  const accountId = v7();
  const now = new Date();
  const owner = { issuer: "test", subject: accountId, email, emailVerified: true };
  await suite.db
    .insert(accounts)
    .values({ id: accountId, ...owner, createdAt: now, lastSeenAt: now });
  const actor = { kind: "owner" as const, accountId, email, emailVerified: true };
  await decideAgent(suite.ctx, actor, agentId, "approve");
  await decideAgent(suite.ctx, actor, agentId, "approve");
  const rows = await suite.db.select().from(events).where(eq(events.subjectId, agentId));
  expect(rows.map(({ principalKind }) => principalKind).toSorted()).toEqual(["account", "agent"]);
});
