/** What the log shows of an error, and what it must not show. */
import { expect, test } from "bun:test";
import { Writable } from "node:stream";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { openDatabase } from "../../db/client.ts";
import { errorForLog } from "../../platform/log/error-for-log.ts";
import { createTestDatabase } from "../support/stack.ts";

const address = "jane.doe@example.com";

async function failing(statement: ReturnType<typeof sql>): Promise<unknown> {
  const test = await createTestDatabase();
  const database = openDatabase({ url: test.url, poolMax: 1 });
  try {
    await database.db.execute(sql`create table owners (email text primary key, n int)`);
    await database.db.execute(sql`insert into owners values (${address}, 1)`);
    return await database.db.execute(statement).then(
      () => null,
      (error: unknown) => error,
    );
  } finally {
    await database.close();
    await test.drop();
  }
}

function logged(error: unknown): string {
  let text = "";
  const sink = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  pino({ serializers: { err: errorForLog } }, sink).error({ err: error }, "failed");
  return text;
}

test.each([
  ["a broken constraint", sql`insert into owners values (${address}, 2)`, "owners_pkey"],
  ["a value of the wrong type", sql`select ${address}::text::uuid`, "22P02"],
  ["a table that is not there", sql`select ${address}::text from nowhere`, "nowhere"],
])("%s is told by its names and its place, without the value", async (_, statement, name) => {
  const error = await failing(statement);
  expect(String(error)).toContain(address);
  const text = logged(error);
  expect(text).not.toContain(address);
  expect(text).toContain("Failed query: ");
  expect(text).toContain(name);
  expect(text).toContain("queryWithCache");
});

test("causes are told so many deep, and a message by its beginning", () => {
  const deep = Array.from({ length: 20 }).reduce<Error>(
    (cause, _, n) => new Error(`level ${n}`, { cause }),
    new Error("x".repeat(10_000)),
  );
  const text = logged(deep);
  expect(text).toContain("level 14");
  expect(text).not.toContain("level 13");
  expect(logged(new Error("x".repeat(10_000))).length).toBeLessThan(5000);
});
