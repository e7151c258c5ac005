/**
 * Statements that transactions repeat are kept prepared, others are not, and a changed table breaks
 * none.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { type Database, type DatabaseHandle, openDatabase } from "../../db/client.ts";
import { FrequentStatements } from "../../db/prepared.ts";
import { createTestDatabase, type TestDatabase } from "../support/stack.ts";

let database: TestDatabase;
let handle: DatabaseHandle;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  handle = openDatabase({ url: database.url, poolMax: 1 });
  db = handle.db;
}, 60_000);

afterAll(async () => {
  await handle?.close();
  await database?.drop();
});

const keptOf = async (part: string) => {
  const rows = await db.execute<{ statement: string }>(
    sql`select statement from pg_prepared_statements where strpos(statement, ${part}) > 0`,
  );
  return rows.length;
};

test("a statement of transactions is prepared from its fifth time on, with the same answers", async () => {
  const read = (id: number) =>
    db.transaction(async (tx) => {
      const [row] = await tx.execute<{ tenfold: number }>(
        sql`select ${id}::int * 10 as tenfold, 'often' as kept`,
      );
      return row?.tenfold;
    });
  for (let time = 1; time <= 4; time += 1) expect(await read(time)).toBe(time * 10);
  expect(await keptOf("'often' as kept")).toBe(0);
  for (let time = 5; time <= 12; time += 1) expect(await read(time)).toBe(time * 10);
  expect(await keptOf("'often' as kept")).toBe(1);
});

test("outside of transactions none is, however often it is sent", async () => {
  for (let time = 0; time < 8; time += 1) await db.execute(sql`select ${time}::int as alone`);
  expect(await keptOf("as alone")).toBe(0);
});

test("several statements in one text stay several", async () => {
  const both = () =>
    db.transaction((tx) => tx.execute(sql.raw("set local lock_timeout = 9; set local jit = off")));
  for (let time = 0; time < 8; time += 1) await both();
  expect(await keptOf("lock_timeout = 9")).toBe(0);
});

test("a table that gets a column under a kept statement is written to as before", async () => {
  await db.execute(sql`create table kept_rows (id int primary key, note text)`);
  const write = (id: number) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`insert into kept_rows (id, note) values (${id}, 'kept')`);
      const rows = await tx.execute<{ id: number }>(
        sql`select id from kept_rows where id = ${id} for update`,
      );
      return rows[0]?.id;
    });
  for (let id = 0; id < 8; id += 1) expect(await write(id)).toBe(id);
  await db.execute(sql`alter table kept_rows add column added int not null default 3`);
  for (let id = 8; id < 12; id += 1) expect(await write(id)).toBe(id);
  await db.execute(sql`alter table kept_rows drop column note, add column note text`);
  expect(await write(12)).toBe(12);
  await db.execute(sql`drop table kept_rows`);
});

test("a failed statement leaves neither its transaction's rows nor a spoilt statement", async () => {
  await db.execute(sql`create table failing_rows (id int primary key)`);
  const write = (id: number) =>
    db.transaction((tx) => tx.execute(sql`insert into failing_rows (id) values (${id})`));
  for (let id = 0; id < 8; id += 1) await write(id);
  expect(
    await write(3).then(
      () => "written",
      () => "refused",
    ),
  ).toBe("refused");
  await write(8);
  const [row] = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from failing_rows`,
  );
  expect(row?.count).toBe(9);
  await db.execute(sql`drop table failing_rows`);
});

test("the number of kept statements is bounded, and lists that are written out are none of them", () => {
  const frequent = new FrequentStatements();
  const sendOften = (statement: string, parameters: number) =>
    Array.from({ length: 6 }, () => frequent.keeps(statement, parameters)).at(-1) ?? false;
  expect(sendOften("of a list", 51)).toBe(false);
  const kept = Array.from({ length: 400 }, (_, index) => sendOften(`select ${index}`, 1));
  expect(kept.filter((isKept) => isKept)).toHaveLength(150);
  expect(frequent.keeps("select 0", 1)).toBe(true);
});
