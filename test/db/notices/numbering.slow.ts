/**
 * Events are numbered after their commit, whoever dies: each reader sees each event once, in its
 * subject's order.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { asc, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import { v7 } from "uuid";
import { type DatabaseHandle, openDatabase } from "../../../db/client.ts";
import { numberCommitted } from "../../../db/notices/notifier.ts";
import { eventArrivals, events, notices } from "../../../db/schema/index.ts";
import { emitEvent } from "../../../market/event/emit-event.ts";
import { killableProcesses } from "../../support/programs/killed-processes.ts";
import { createTestDatabase, eventually, type TestDatabase } from "../../support/stack.ts";

setDefaultTimeout(120_000);

const { start, kill } = killableProcesses({});
let database: TestDatabase;
/** This release: notifies after its commits. */
let present: DatabaseHandle;
/** The previous release: gives no promise, and others notify for it in its transactions. */
let former: DatabaseHandle;

beforeAll(async () => {
  database = await createTestDatabase();
  present = openDatabase({ url: database.url, poolMax: 4 });
  former = openDatabase({ url: database.url, poolMax: 4, notifier: null });
  await present.db.execute(sql`create table subjects (id uuid, principal_id uuid, told int)`);
  await present.db.execute(sql`
    insert into subjects select uuidv7(), uuidv7(), 0 from generate_series(1, 5)`);
});

afterAll(async () => {
  await present?.close();
  await former?.close();
  await database?.drop();
});

type Seen = { subject: string; told: number };

/** Reads on only by number, as the feed and the webhooks do, until it is stopped. */
function startReader(signal: AbortSignal, pauseMs: number) {
  const seen: Seen[] = [];
  let position = 0;
  const readOn = async () => {
    const rows = await former.db
      .select({ position: events.position, subject: events.subjectId, data: events.data })
      .from(events)
      .where(gt(events.position, position))
      .orderBy(asc(events.position))
      .limit(50);
    position = rows.at(-1)?.position ?? position;
    seen.push(...rows.map((row) => ({ subject: row.subject, told: Number(row.data.told) })));
    return rows.length;
  };
  const running = (async () => {
    while (!signal.aborted) {
      await readOn();
      await Bun.sleep(pauseMs);
    }
    while ((await readOn()) > 0);
    return seen;
  })();
  return running;
}

async function subjectsTold(): Promise<Map<string, number>> {
  const rows = await former.db.execute<{ id: string; told: number }>(
    sql`select id, told from subjects`,
  );
  return new Map(rows.map(({ id, told }) => [id, told]));
}

const countTold = async () =>
  [...(await subjectsTold()).values()].reduce((total, told) => total + told, 0);

test("writers and numberers of two releases are killed again and again: each reader sees each event once, each subject's in order", async () => {
  const stopping = new AbortController();
  const readers = [0, 7, 40].map((pauseMs) => startReader(stopping.signal, pauseMs));
  const program = "test/db/notices/programs.ts";
  const startOne = (what: string) => ({ what, child: start(program, what, database.url) });
  const running = ["numberer", "writer", "former", "numberer", "writer"].map(startOne);
  for (let round = 0; round < 15; round += 1) {
    const before = await countTold();
    await eventually(async () => (await countTold()) > before + 20, { timeoutMs: 30_000 });
    const victim = running.shift();
    if (victim === undefined) break;
    await kill(victim.child);
    running.push(startOne(victim.what));
  }
  for (const { child } of running) await kill(child);
  // The backends of killed writers may still be committing; after them nobody writes.
  await eventually(async () => {
    const busy = sql`select 1 from pg_stat_activity where datname = current_database()
      and state <> 'idle' and pid <> pg_backend_pid() and query not ilike '%"events"%'`;
    return (await former.db.execute(busy)).length === 0;
  });
  await numberCommitted(present.db);
  const told = await subjectsTold();
  stopping.abort();
  expect(await present.db.$count(events, isNull(events.position))).toBe(0);
  const inOrder = new Map(
    [...told].map(([id, count]) => [id, Array.from({ length: count }, (_, index) => index + 1)]),
  );
  for (const seen of await Promise.all(readers)) {
    const bySubject = Map.groupBy(seen, ({ subject }) => subject);
    const orders = [...bySubject].map(([id, own]) => [id, own.map((one) => one.told)] as const);
    expect(new Map(orders)).toEqual(inOrder);
  }
  expect([...told.values()].every((count) => count > 20)).toBe(true);
});

async function emit(handle: DatabaseHandle, subjectId: string, accountId = v7()): Promise<void> {
  const told = { type: "webhook.test", subjectId, data: { webhook_id: subjectId } } as const;
  await handle.db.transaction((tx) =>
    emitEvent(tx, { ...told, to: [{ kind: "account", id: accountId }] }, new Date()),
  );
}

/** Commits like a process of this release that dies before it has notified. */
async function emitAndDie(subjectId: string, accountId = v7()): Promise<void> {
  await former.db.transaction(async (tx) => {
    await tx.execute(sql`set local market.notices = 'after'`);
    const told = { type: "webhook.test", subjectId, data: { webhook_id: subjectId } } as const;
    await emitEvent(tx, { ...told, to: [{ kind: "account", id: accountId }] }, new Date());
  });
}

test("a session of the previous release numbers and announces earlier commits", async () => {
  const [subjectId, accountId, ownId] = [v7(), v7(), v7()];
  const heard: string[] = [];
  const listener = openDatabase({ url: database.url, poolMax: 1, notifier: null });
  await listener.listen(
    "event",
    (key) => heard.push(key),
    () => {},
  );
  await emitAndDie(subjectId, accountId);
  await emit(former, subjectId, ownId);
  const rows = await former.db
    .select({ to: events.principalId })
    .from(events)
    .where(sql`${eq(events.subjectId, subjectId)} and ${isNotNull(events.position)}`)
    .orderBy(asc(events.position));
  expect(rows.map(({ to }) => to)).toEqual([accountId, ownId]);
  // Other accounts may be notified meanwhile, for events left by an earlier test.
  const told = [`account:${accountId}`, `account:${ownId}`].toSorted();
  await eventually(() => told.every((key) => heard.includes(key)));
  expect(heard.filter((key) => told.includes(key)).toSorted()).toEqual(told);
  await listener.close();
});

test("commits of a process that died are announced by a listener", async () => {
  const listener = openDatabase({ url: database.url, poolMax: 1 });
  const heard: string[] = [];
  await listener.listen(
    "event",
    (key) => heard.push(key),
    () => {},
  );
  const accountId = v7();
  await emitAndDie(v7(), accountId);
  await eventually(() => heard.includes(`account:${accountId}`), { everyMs: 20 });
  await eventually(async () => (await former.db.$count(notices)) === 0);
  expect(await former.db.$count(eventArrivals)).toBe(0);
  await listener.close();
});

test("a commit is announced and numbered before its caller gets the answer", async () => {
  const subjectId = v7();
  await emit(present, subjectId);
  const untold = sql`select 1 from notices where channel = 'outbox'`;
  expect((await former.db.execute(untold)).length).toBe(0);
  await numberCommitted(present.db);
  expect(
    await former.db.$count(events, sql`subject_id = ${subjectId} and position is not null`),
  ).toBe(1);
});

test("rolled-back rows are neither numbered nor announced", async () => {
  const before = await former.db.execute(sql`select max(position) as last from events`);
  await present.db
    .transaction(async (tx) => {
      const subjectId = v7();
      const data = { webhook_id: subjectId };
      const to = [{ kind: "account" as const, id: v7() }];
      await emitEvent(tx, { type: "webhook.test", to, subjectId, data }, new Date());
      throw new Error("taken back");
    })
    .catch(() => {});
  await numberCommitted(present.db);
  expect(await former.db.execute(sql`select max(position) as last from events`)).toEqual(before);
  expect(await former.db.$count(eventArrivals)).toBe(0);
});

test("numbering reads no whole table of events", async () => {
  await former.db.execute(sql`insert into events (id, position, principal_kind, principal_id, type,
    subject_kind, subject_id, data, created_at) select uuidv7(), nextval('event_positions'), 'agent',
    uuidv7(), 'bid.outbid', 'listing', uuidv7(), '{}', now() from generate_series(1, 20000)`);
  await former.db.execute(sql`analyze events`);
  // Includes what the session did in the second before.
  const scans = await former.db.transaction(async (tx) => {
    await tx.execute(sql`set local market.notices = 'after'`);
    await tx.execute(sql`insert into events (id, principal_kind, principal_id, type, subject_kind,
      subject_id, data, created_at) select uuidv7(), 'agent', uuidv7(), 'bid.outbid', 'listing',
      uuidv7(), '{}', now() from generate_series(1, 3000)`);
    const counted = sql`select seq_scan::int as scans from pg_stat_xact_user_tables
      where relname = 'events'`;
    const scansSoFar = async () => (await tx.execute<{ scans: number }>(counted))[0]?.scans ?? 0;
    const before = await scansSoFar();
    await tx.execute(sql`select public.number_events(5000)`);
    return (await scansSoFar()) - before;
  });
  expect(scans).toBe(0);
});
