/** Reads and writes are the same, whatever the defaults of server, database or role. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { type DatabaseHandle, openDatabase } from "../../db/client.ts";
import { accounts } from "../../db/schema/index.ts";
import { startPgbouncer } from "../support/programs/pgbouncer.ts";
import { createTestDatabase, type TestDatabase } from "../support/stack.ts";
import { setOddDefaults } from "./odd-defaults.ts";

let database: TestDatabase;
let pooler: Awaited<ReturnType<typeof startPgbouncer>>;
let ways: Record<"direct" | "pooled", DatabaseHandle>;

beforeAll(async () => {
  database = await createTestDatabase();
  await setOddDefaults(database.url);
  pooler = await startPgbouncer(database.url, { sessionsMax: 2 });
  ways = {
    direct: openDatabase({ url: database.url, poolMax: 2 }),
    pooled: openDatabase({ url: pooler.url, directUrl: database.url, poolMax: 2 }),
  };
});

afterAll(async () => {
  await Promise.all(Object.values(ways ?? {}).map((way) => way.close()));
  await pooler?.stop();
  await database?.drop();
});

const asked = sql`
  select '\\x00ff5c'::bytea as bytes, current_setting('transaction_isolation') as isolation`;
const answered = { bytes: Buffer.from([0, 255, 92]), isolation: "read committed" };

describe.each(["direct", "pooled"] as const)("of a database with odd defaults, %s,", (way) => {
  test("an instant is read as it was written", async () => {
    const { db } = ways[way];
    const at = new Date("2026-03-04T23:05:06.789Z");
    const identity = { id: Bun.randomUUIDv7(), issuer: "odd", subject: `subject of ${way}` };
    await db.insert(accounts).values({
      ...identity,
      ...{ email: `${way}@example.org`, emailVerified: true, createdAt: at, lastSeenAt: at },
    });
    const [read] = await db.select().from(accounts).where(eq(accounts.id, identity.id));
    expect(read?.createdAt).toEqual(at);
  });

  test("a day is one of UTC", async () => {
    const day = sql`select (timestamptz '2026-03-05T01:00:00Z')::date::text as day`;
    expect((await ways[way].db.execute(day))[0]?.day).toBe("2026-03-05");
  });

  test("a transaction reads bytes, and commits of others meanwhile", async () => {
    const [read] = await ways[way].db.transaction((tx) => tx.execute(asked));
    expect(read).toEqual(answered);
  });
});

test("so does a statement of its own of a direct session", async () => {
  expect([...(await ways.direct.db.execute(asked))]).toEqual([answered]);
});
