/** A long transaction does not delay notification, change its cost or its content. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { SQL } from "bun";
import { createTestDatabase, type TestDatabase } from "../../support/stack.ts";

let database: TestDatabase;
const opened: SQL[] = [];

const session = () => {
  const sql = new SQL(database.url, { max: 1 });
  opened.push(sql);
  return sql;
};

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(async () => {
  await Promise.all(opened.map((sql) => sql.close()));
  await database?.drop();
});

/** Writes notices and an event as a process of this release does, without notifying. */
async function write(sql: SQL, key: string): Promise<void> {
  await sql`select set_config('market.notices', 'after', true)`;
  await sql`select public.tell('listing', ${key})`;
  await sql`insert into events (id, principal_kind, principal_id, type, subject_kind, subject_id,
    data, created_at) values (uuidv7(), 'agent', uuidv7(), ${key}, 'listing', uuidv7(), '{}', now())`;
}

/** The pages read by one pass of the notifier. */
async function pagesOfALook(sql: SQL): Promise<number> {
  const rows = await sql.unsafe(
    "explain (analyze, buffers) select * from public.tell_commits(5000)",
  );
  const plan = rows.map((row: Record<string, string>) => row["QUERY PLAN"]).join("\n");
  return Number(/Buffers: shared hit=(\d+)/.exec(plan)?.[1]);
}

const unnumbered = async (sql: SQL) =>
  (await sql`select type from events where position is null order by type`).map(
    ({ type }: { type: string }) => type,
  );

test("during one, a check costs the same after thousands of notices as after a few", async () => {
  const [writer, teller] = [session(), session()];
  await writer`begin`;
  await write(writer, "long");
  const commits = async (count: number) => {
    for (let n = 0; n < count; n += 1) {
      await teller.begin(async (tx) => {
        await write(tx, "short");
        await tx`select public.tell('listing', n::text) from generate_series(1, 1000) as n`;
      });
      await teller`select * from public.tell_commits(5000)`;
      await teller`select public.number_events(5000)`;
    }
    await teller`select * from public.tell_commits(5000)`;
  };
  await commits(1);
  await pagesOfALook(teller);
  const atFirst = await pagesOfALook(teller);
  await commits(10);
  expect(await pagesOfALook(teller)).toBeLessThan(atFirst + 20);
  expect(await unnumbered(teller)).toEqual([]);

  await writer`commit`;
  expect(await unnumbered(teller)).toEqual(["long"]);
  expect(await teller`select * from public.tell_commits(5000)`).toEqual([
    { has_more: false, has_arrivals: true },
  ] as never);
  await teller`select public.number_events(5000)`;
  await teller`select * from public.tell_commits(5000)`;
  expect(await unnumbered(teller)).toEqual([]);
  expect((await teller`select from notices`).length).toBe(0);
}, 60_000);

test("many transactions that end in any order are each announced once, without rolled-back ones", async () => {
  const [teller, listener] = [session(), session()];
  const look = async () => {
    await teller`select * from public.tell_commits(5000)`;
    await teller`select public.number_events(5000)`;
  };
  const writers = Array.from({ length: 6 }, session);
  const begin = async (sql: SQL | undefined, key: string) => {
    await sql?.unsafe("begin");
    if (sql !== undefined) await write(sql, key);
  };
  const [a, b, c, d, e, f] = writers;
  await begin(a, "a");
  await begin(b, "b");
  await look();
  await begin(c, "c");
  await b?.unsafe("commit");
  await look();
  expect(await unnumbered(teller)).toEqual([]);
  await begin(d, "d");
  await c?.unsafe("rollback");
  await d?.unsafe("commit");
  await begin(e, "e");
  await look();
  await begin(f, "f");
  await a?.unsafe("commit");
  await f?.unsafe("commit");
  await look();
  await e?.unsafe("commit");
  await look();
  await look();
  const inOrder = await listener`
    select type from events where length(type) = 1 order by position`;
  expect(inOrder.map(({ type }: { type: string }) => type)).toEqual(["b", "d", "a", "f", "e"]);
  expect((await listener`select from events where position is null`).length).toBe(0);
  expect((await listener`select from notices`).length).toBe(0);
});

test("rows written after a read in the same transaction are announced", async () => {
  const sql = session();
  await sql`begin`;
  await write(sql, "before the look");
  await sql`select public.number_events(5000)`;
  await sql`select public.send_notices(5000)`;
  await write(sql, "after the look");
  await sql`commit`;
  await sql`select public.number_events(5000)`;
  await sql`select * from public.tell_commits(5000)`;
  expect(await unnumbered(sql)).toEqual([]);
  expect((await sql`select from notices`).length).toBe(0);
});
