/** Parquet files of datasets on sale, stored as a worker would store them. */
import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { enqueueTwins } from "../../../db/queries/catalogue/twins.ts";
import { listings, twinJobs, twins } from "../../../db/schema/index.ts";
import type { TwinColumn } from "../../../market/catalogue/twin/vocabulary.ts";
import { twinPath } from "../../../market/profile/twin-path.ts";
import type { TestApi } from "../../support/api.ts";

type KeptTwin = {
  bytes?: Uint8Array;
  position?: number;
  table?: string | null;
  rows?: number;
  columns?: TwinColumn[];
};

/** Stores a Parquet copy of a table in the dataset's current file; returns its key in the store. */
export async function keepTwin(api: TestApi, listingId: string, twin: KeptTwin = {}) {
  const { bytes = new TextEncoder().encode("PAR1"), position = 0, table = null } = twin;
  const { rows: rowCount = 2, columns = [{ name: "n", type: "integer" }] } = twin;
  const [listing] = await api.db.select().from(listings).where(eq(listings.id, listingId));
  const uploadId = listing?.currentUploadId ?? "";
  const objectKey = twinPath(uploadId, position);
  await api.ctx.storage.write(objectKey, bytes, "application/vnd.apache.parquet");
  const createdAt = new Date();
  await enqueueTwins(api.db, uploadId, createdAt);
  const ended = { dueAt: null, finishedAt: createdAt, positions: position + 1 };
  await api.db.update(twinJobs).set(ended).where(eq(twinJobs.uploadId, uploadId));
  const row = {
    ...{ uploadId, position, tableName: table, isDefault: position === 0, objectKey },
    ...{ byteSize: bytes.length, rowCount, columns, createdAt },
    sha256: createHash("sha256").update(bytes).digest("hex"),
  };
  await api.db.insert(twins).values(row).onConflictDoNothing();
  return objectKey;
}
