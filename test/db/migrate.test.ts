/**
 * A migration while another session holds a table for long: it waits in turns, and nobody queues
 * behind it.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SQL } from "bun";
import { migrateDatabase } from "../../db/migrate.ts";
import {
  createTestDatabase,
  createTestDir,
  eventually,
  type TestDatabase,
} from "../support/stack.ts";

setDefaultTimeout(60_000);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

/** A release whose one new migration is this statement. */
function releaseWith(statement: string): string {
  const folder = createTestDir();
  const tag = "9999_next";
  const entry = { idx: 0, version: "7", when: 9_999_999_999_999, tag, breakpoints: true };
  mkdirSync(join(folder, "meta"));
  writeFileSync(join(folder, `${tag}.sql`), statement);
  const journal = { version: "7", dialect: "postgresql", entries: [entry] };
  writeFileSync(join(folder, "meta/_journal.json"), JSON.stringify(journal));
  return folder;
}

test("during a dump reads continue, the operator learns who holds the table, and the migration then ends", async () => {
  const [dump, reader] = [new SQL(database.url, { max: 1 }), new SQL(database.url, { max: 1 })];
  await dump`set application_name = 'a dump'`;
  await dump`begin isolation level repeatable read read only`;
  await dump`select from listings`;

  const reported: string[] = [];
  const folder = releaseWith("alter table listings add column of_next_release text");
  const migration = migrateDatabase(database.url, {
    folder,
    report: (line) => reported.push(line),
  });
  await eventually(() => reported.length >= 2, { timeoutMs: 30_000 });
  expect(reported[0]).toContain("waits for a table that is in use");
  expect(reported[0]).toContain("(a dump) and is");
  // A reader that arrived during the wait was answered before the dump ended.
  await reader`select from listings`;

  await dump`commit`;
  await migration;
  expect(await reader`select of_next_release from listings`).toEqual([] as never);
  await Promise.all([dump.close(), reader.close()]);
});

test("a faulty migration is not retried", async () => {
  const folder = releaseWith("alter table no_such_table add column x text");
  const reported: string[] = [];
  const report = (line: string) => reported.push(line);
  const elsewhere = await createTestDatabase();
  await expect(migrateDatabase(elsewhere.url, { folder, report })).rejects.toThrow();
  expect(reported).toEqual([]);
  await elsewhere.drop();
});
