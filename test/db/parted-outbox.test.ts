/**
 * The outbox partitioned by its operator as docs/scaling.md says: written, published and purged as
 * before.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { v7 } from "uuid";
import { type DatabaseHandle, openDatabase } from "../../db/client.ts";
import { enqueueJob } from "../../db/queries/journal/journal.ts";
import {
  deletePublished,
  lockUnpublished,
  markPublished,
} from "../../db/queries/journal/outbox.ts";
import { outbox } from "../../db/schema/index.ts";
import { dayMs } from "../../platform/time.ts";
import { createTestDatabase, type TestDatabase } from "../support/stack.ts";

setDefaultTimeout(60_000);

const document = readFileSync(join(import.meta.dir, "../../docs/scaling.md"), "utf8");
const now = new Date();
const earlier = new Date(now.getTime() - 10 * dayMs);
const kept = new Date(now.getTime() - 7 * dayMs);

let database: TestDatabase;
let handle: DatabaseHandle;

beforeAll(async () => {
  database = await createTestDatabase();
  handle = openDatabase({ url: database.url, poolMax: 3 });
});
afterAll(async () => {
  await handle?.close();
  await database?.drop();
});

const idAt = (at: Date) => v7({ msecs: at.getTime() });

/** The document's statements, with the test's own start date. */
async function part(): Promise<void> {
  const asked = /`(select lpad.+)`/.exec(document)?.[1] ?? "";
  const [row] = await handle.db.execute<{ beginning: string }>(
    sql`select (${sql.raw(asked)})::uuid as beginning`,
  );
  const block = /```sql\n(alter table outbox[^`]+)```/.exec(document)?.[1] ?? "";
  const statements = block.replaceAll("BEGINNING", row?.beginning ?? "").split(";\n");
  const [check = "", validate = "", begin = "", ...rest] = statements.filter((each) => each !== "");
  expect([begin, rest.pop()]).toEqual(["begin", "commit"]);
  for (const statement of [check, validate]) await handle.db.execute(sql.raw(statement));
  await handle.db.transaction(async (tx) => {
    for (const statement of rest) await tx.execute(sql.raw(statement));
  });
}

test("a full outbox is parted without losing a message, and goes on as before", async () => {
  const rowsOf = (at: Date, publishedAt: Date | null) =>
    Array.from({ length: 300 }, () => ({
      id: idAt(at),
      subject: "jobs.profile",
      payload: {},
      createdAt: at,
      publishedAt,
    }));
  await handle.db.insert(outbox).values([...rowsOf(earlier, earlier), ...rowsOf(now, now)]);
  const [owed] = rowsOf(earlier, null);
  if (owed !== undefined) await handle.db.insert(outbox).values(owed);

  await part();
  // A row for which no partition was created.
  const later = new Date(now.getTime() + 30 * dayMs);
  await handle.db.insert(outbox).values(rowsOf(later, now));
  const told = await handle.db.transaction(async (tx) => {
    await enqueueJob(tx, "jobs.profile", { upload_id: v7() }, now);
    return await tx.execute(sql`select channel from notices where tx = pg_current_xact_id()`);
  });
  expect([...told]).toEqual([{ channel: "outbox" }]);

  const owedNow = await handle.db.transaction(async (tx) => {
    const messages = await lockUnpublished(tx, 10);
    await markPublished(
      tx,
      messages.map(({ id }) => id),
      now,
    );
    return messages;
  });
  expect(owedNow.map(({ id }) => id)[0]).toBe(owed?.id ?? "");
  expect(owedNow).toHaveLength(2);

  const deleted: number[] = [];
  for (let batch = 200; batch > 0; deleted.push(batch)) {
    batch = await deletePublished(handle.db, { before: kept, rowsMax: 200 });
  }
  expect(deleted).toEqual([200, 100, 0]);
  const left = await handle.db.execute(sql`
    select tableoid::regclass::text as part, count(*)::int as rows from outbox group by 1 order by 1`);
  expect([...left]).toEqual([
    { part: "outbox_before", rows: 302 },
    { part: "outbox_rest", rows: 300 },
  ]);
});
