/** A warm start of `bun dev` loads Drizzle only if a migration is due. */
import { expect, test } from "bun:test";
import { SQL } from "bun";
import { isMigrated } from "../../dev/is-migrated.ts";
import { createTestDatabase } from "../support/stack.ts";

test("a database has every migration while its newest row is the newest file's", async () => {
  const { url, drop } = await createTestDatabase();
  expect(await isMigrated(url)).toBe(true);
  const sql = new SQL(url, { max: 1 });
  await sql`UPDATE drizzle.__drizzle_migrations SET hash = 'another'`;
  expect(await isMigrated(url)).toBe(false);
  await sql`DELETE FROM drizzle.__drizzle_migrations`;
  expect(await isMigrated(url)).toBe(false);
  await sql`DROP SCHEMA drizzle CASCADE`;
  expect(await isMigrated(url)).toBe(false);
  await sql.close();
  await drop();
});
