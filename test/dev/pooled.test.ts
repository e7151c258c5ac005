/** `bun dev` before a database that has a pooler in transaction mode, as docs/operating.md sets one up. */
import { expect, test } from "bun:test";
import { startPgbouncer } from "../support/programs/pgbouncer.ts";
import { createTestDatabase } from "../support/stack.ts";
import { killRunsAfterEach, startDev, untilUp } from "./dev-run.ts";

killRunsAfterEach();

test("migrates on the direct line, since a pooler lends the migration's lock to others", async () => {
  const database = await createTestDatabase();
  const pooler = await startPgbouncer(database.url, { sessionsMax: 10 });
  try {
    const run = await startDev({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: database.url });
    await untilUp(run);
    expect(run.output()).toContain("migrated (the one of DATABASE_DIRECT_URL)");
    run.signal("SIGINT");
    expect(await run.exited).toBe(0);
  } finally {
    await pooler.stop();
    await database.drop();
  }
}, 90_000);
