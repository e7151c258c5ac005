/** The reported state of a table's Parquet copy, from its request until its file is purged. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq, getTableName, sql } from "drizzle-orm";
import { enqueueTwins } from "../../../db/queries/catalogue/twins.ts";
import { twinJobs, twins, uploads } from "../../../db/schema/index.ts";
import { findTwin } from "../../../market/catalogue/twin/find-twin.ts";
import type { TwinColumn } from "../../../market/catalogue/twin/vocabulary.ts";
import { purgeUnusedFiles } from "../../../market/listing/purge-unused-files.ts";
import { twinPath } from "../../../market/profile/twin-path.ts";
import { eventually } from "../../support/stack.ts";
import { seedUpload, testSuite } from "../../support/workers.ts";

setDefaultTimeout(30_000);

const suite = await testSuite();
const now = new Date("2026-11-22T12:00:00Z");
const columns: TwinColumn[] = [{ name: "day", type: "date" }];
const bytes = new TextEncoder().encode("PAR1");

function rowOf(uploadId: string, position: number, tableName: string | null) {
  const common = { uploadId, position, tableName, isDefault: position === 0, createdAt: now };
  const objectKey = twinPath(uploadId, position);
  return { ...common, objectKey, byteSize: 4, sha256: "ab", rowCount: 2, columns };
}

async function endJob(uploadId: string, positions: number): Promise<void> {
  const ended = { dueAt: null, finishedAt: now, positions };
  await suite.db.update(twinJobs).set(ended).where(eq(twinJobs.uploadId, uploadId));
}

describe("the twin of a table", () => {
  test("is missing with a reason until it was made", async () => {
    const { uploadId } = await seedUpload(suite);
    expect(await findTwin(suite.db, { uploadId })).toMatchObject({ missing: "twin_not_owed" });
    await enqueueTwins(suite.db, uploadId, now);
    expect(await findTwin(suite.db, { uploadId })).toMatchObject({ missing: "twin_pending" });
    await endJob(uploadId, 0);
    expect(await findTwin(suite.db, { uploadId })).toMatchObject({ missing: "no_table" });
  });

  test("is found by the table's name, without one the default table's", async () => {
    const { uploadId } = await seedUpload(suite);
    await enqueueTwins(suite.db, uploadId, now);
    const { objectKey, byteSize, sha256, rowCount, ...left } = rowOf(uploadId, 2, "broken");
    const broken = { ...left, columns: null, errorCode: "rows_differ", errorDetail: "1 of 2." };
    const made = [rowOf(uploadId, 0, "days"), rowOf(uploadId, 1, "more days")];
    await suite.db.insert(twins).values([...made, broken]);
    await endJob(uploadId, 3);
    const key = (position: number) => ({ objectKey: twinPath(uploadId, position), columns });
    expect(await findTwin(suite.db, { uploadId })).toMatchObject(key(0));
    expect(await findTwin(suite.db, { uploadId, table: "days" })).toMatchObject(key(0));
    expect(await findTwin(suite.db, { uploadId, table: "more days" })).toMatchObject(key(1));
    const refused = { missing: "rows_differ", detail: "1 of 2." };
    expect(await findTwin(suite.db, { uploadId, table: "broken" })).toEqual(refused as never);
    const beyond = await findTwin(suite.db, { uploadId, table: "the 101st" });
    expect(beyond).toMatchObject({ missing: "tables_exceeded" });
  });

  test("is found by a search in the moment of its creation", async () => {
    const { uploadId } = await seedUpload(suite);
    await enqueueTwins(suite.db, uploadId, now);
    const table = getTableName(twinJobs);
    const asked = await suite.db.transaction(async (tx) => {
      await tx.execute(sql`lock table ${twinJobs} in access exclusive mode`);
      // It has seen no row, and waits for the lock to see whether the job has ended.
      const found = findTwin(suite.db, { uploadId });
      await eventually(async () => {
        const isHeldUp = sql`select 1 from pg_locks where not granted and relation = ${table}::regclass`;
        return (await suite.db.execute(isHeldUp)).length === 1;
      });
      await tx.insert(twins).values(rowOf(uploadId, 0, null));
      const ended = { dueAt: null, finishedAt: now, positions: 1 };
      await tx.update(twinJobs).set(ended).where(eq(twinJobs.uploadId, uploadId));
      return { found };
    });
    expect(await asked.found).toMatchObject({ objectKey: twinPath(uploadId, 0) });
  });

  test("is deleted with its file, including leftovers of killed attempts", async () => {
    const { uploadId } = await seedUpload(suite);
    await enqueueTwins(suite.db, uploadId, now);
    await suite.db.insert(twins).values(rowOf(uploadId, 0, null));
    await endJob(uploadId, 2);
    const keys = [twinPath(uploadId, 0), twinPath(uploadId, 1)];
    for (const key of keys) await suite.storage.write(key, bytes, "application/octet-stream");
    const long = { state: "superseded", finishedAt: new Date(0) } as const;
    await suite.db.update(uploads).set(long).where(eq(uploads.id, uploadId));
    expect(await purgeUnusedFiles(suite.ctx)).toBeGreaterThan(0);
    for (const key of keys) expect(await suite.storage.head(key)).toBeNull();
    expect(await findTwin(suite.db, { uploadId })).toMatchObject({ missing: "twin_not_owed" });
  });
});
