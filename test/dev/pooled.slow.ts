/**
 * `bun dev` with a database behind a pooler in transaction mode, set up as in docs/operating.md.
 */
import { expect, test } from "bun:test";
import { startPgbouncer } from "../support/programs/pgbouncer.ts";
import { createTestDatabase } from "../support/stack.ts";
import { killRunsAfterEach, startDev, untilUp } from "./dev-run.ts";

killRunsAfterEach();

test("migrates on the direct line, and makes its demo through the pooler", async () => {
  const database = await createTestDatabase();
  const pooler = await startPgbouncer(database.url, { sessionsMax: 10 });
  try {
    const addresses = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: database.url };
    const demo = { DEMO_CATALOGUE: "true", DEMO_FILES: "species.csv" };
    const run = await startDev({ ...addresses, ...demo });
    await untilUp(run);
    expect(run.output()).toContain("migrated (the one of DATABASE_DIRECT_URL)");
    expect(run.output()).not.toContain("catalogue  not complete");
    expect(run.output()).toContain("catalogue  1/1 ");
    run.signal("SIGINT");
    expect(await run.exited).toBe(0);
  } finally {
    await pooler.stop();
    await database.drop();
  }
}, 240_000);
