/** The stack that tests run on. */
import { describe, expect, test } from "bun:test";
import { SQL } from "bun";
import { loadConfig } from "../../platform/config.ts";
import { createTestDatabase, eventually, testEnv } from "../support/stack.ts";

describe("the test stack", () => {
  test("gives a complete configuration whose parts answer", async () => {
    const env = await testEnv({ PROFILE_CONCURRENCY: "2" });
    const config = loadConfig(env);
    expect(config.PROFILE_CONCURRENCY).toBe(2);
    expect(config.storage.kind).toBe("disk");
    const sql = new SQL(config.DATABASE_URL);
    const [row] = await sql`SELECT 1 AS one`;
    expect(row.one).toBe(1);
    await sql.close();
  });

  test("gives each caller a database that no other one sees", async () => {
    const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    expect(first.url).not.toBe(second.url);
    const sql = new SQL(first.url);
    await sql`CREATE TABLE mine (id int)`;
    await sql.close();
    const other = new SQL(second.url);
    const [row] = await other`SELECT to_regclass('mine') AS found`;
    expect(row.found).toBeNull();
    await other.close();
    await Promise.all([first.drop(), second.drop()]);
    const gone = new SQL(first.url, { max: 1 });
    await expect(gone`SELECT 1`.execute()).rejects.toThrow("does not exist");
  });
});

describe("eventually", () => {
  test("returns the first answer that holds, and passes over errors before it", async () => {
    let calls = 0;
    const answer = await eventually(
      () => {
        calls += 1;
        if (calls === 1) throw new Error("not yet");
        return calls === 3 ? "third" : undefined;
      },
      { everyMs: 1 },
    );
    expect(answer).toBe("third");
  });

  test("rejects with the last failure when the time is over", async () => {
    const never = eventually(() => Promise.reject(new Error("still down")), { timeoutMs: 20 });
    await expect(never).rejects.toThrow("still down");
  });
});
