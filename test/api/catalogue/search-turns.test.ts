/** More searches than a process can answer: the excess is refused soon, the others are answered. */
import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { inTurn, openSearchTurns } from "../../../market/search/in-turn.ts";
import { testApi } from "../../support/api.ts";

const api = await testApi({
  DATABASE_READ_POOL_MAX: "1",
  SEARCHES_WAITING_MAX: "2",
  SEARCH_WAIT_MS_MAX: "60000",
});

test("a search beyond those that may wait is refused at once, and the others are answered", async () => {
  const answers = await api.ctx.db.transaction(async (tx) => {
    // Searches wait while their table is locked.
    await tx.execute(sql`lock table listings in access exclusive mode`);
    const asked = ["one", "two", "three", "four"].map((word) =>
      api.send("GET", `/datasets?query=${word}`),
    );
    const { status, headers, body } = await Promise.race(asked);
    expect(status).toBe(503);
    expect(headers.get("retry-after")).toBe("1");
    expect(body.code).toBe("database_unavailable");
    expect(body.detail).toBe("Too many searches are running. Try again in a moment.");
    return asked;
  });
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 200, 200, 503]);
  expect((await api.send("GET", "/datasets?query=five")).status).toBe(200);
});

test("a search that waits too long is refused, and leaves its place in the line", async () => {
  const config = { ...api.config, SEARCH_WAIT_MS_MAX: 20 };
  const ctx = { config, searchTurns: openSearchTurns(config) };
  const blocked = Promise.withResolvers<string>();
  const running = inTurn(ctx, () => blocked.promise);
  const waiting = [1, 2].map(() => inTurn(ctx, async () => "never"));
  const refused = await Promise.allSettled(waiting);
  expect(refused.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  const next = inTurn({ ...ctx, config: api.config }, async () => "next");
  blocked.resolve("running");
  expect(await Promise.all([running, next])).toEqual(["running", "next"]);
});

test("a search that fails leaves its turn to the next one", async () => {
  const ctx = { config: api.config, searchTurns: openSearchTurns(api.config) };
  const failing = inTurn(ctx, () => Promise.reject(new Error("it failed")));
  const next = inTurn(ctx, async () => "next");
  await expect(failing).rejects.toThrow("it failed");
  expect(await next).toBe("next");
});
