/** A pool prefers the most recently used connection, whose caches and plans are warm. */
import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { type Database, openDatabase } from "../../db/client.ts";
import { createTestDatabase } from "../support/stack.ts";

const backendOf = async (db: Pick<Database, "execute">) => {
  const [row] = await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  return Number(row?.pid);
};

/** Each holds its connection until all have one. */
async function openAll(db: Database, connections: number): Promise<number[]> {
  const { promise: everybody, resolve } = Promise.withResolvers<void>();
  let held = 0;
  return await Promise.all(
    Array.from({ length: connections }, () =>
      db.transaction(async (tx) => {
        const pid = await backendOf(tx);
        held += 1;
        if (held === connections) resolve();
        await everybody;
        return pid;
      }),
    ),
  );
}

test("one after the other, statements and transactions take one connection of many", async () => {
  const database = await createTestDatabase();
  const handle = openDatabase({ url: database.url, poolMax: 4 });
  try {
    const open = await openAll(handle.db, 4);
    expect(new Set(open).size).toBe(4);
    const taken = new Set<number>();
    for (let time = 0; time < 4; time += 1) {
      taken.add(await backendOf(handle.db));
      taken.add(await handle.db.transaction((tx) => backendOf(tx)));
    }
    expect(taken.size).toBe(1);
    expect(open).toContain([...taken][0] ?? 0);
    // The other connections are not lost: all serve the same number of concurrent callers.
    expect(new Set(await openAll(handle.db, 4))).toEqual(new Set(open));
  } finally {
    await handle.close();
    await database.drop();
  }
}, 60_000);
