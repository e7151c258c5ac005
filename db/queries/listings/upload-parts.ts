/** MD5s that sellers stated for parts of their uploads. */
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { uploadPartChecksums } from "../../schema/index.ts";

/** By part number, in hexadecimal. */
export async function readPartChecksums(
  db: Database,
  uploadId: string,
): Promise<Map<number, string>> {
  const { partNumber, md5 } = uploadPartChecksums;
  const rows = await db
    .select({ partNumber, md5 })
    .from(uploadPartChecksums)
    .where(eq(uploadPartChecksums.uploadId, uploadId));
  return new Map(rows.map((row) => [row.partNumber, row.md5]));
}

/** Stores the MD5s stated for these parts, and removes those of parts without one. */
export async function writePartChecksums(
  tx: Database,
  uploadId: string,
  parts: { partNumber: number; md5?: string | undefined }[],
): Promise<void> {
  const stated = new Map(
    parts.flatMap(({ partNumber, md5 }) => (md5 === undefined ? [] : [[partNumber, md5] as const])),
  );
  const unstated = parts
    .map(({ partNumber }) => partNumber)
    .filter((number) => !stated.has(number));
  if (unstated.length > 0) {
    const { partNumber } = uploadPartChecksums;
    const own = eq(uploadPartChecksums.uploadId, uploadId);
    await tx.delete(uploadPartChecksums).where(and(own, inArray(partNumber, unstated)));
  }
  if (stated.size === 0) return;
  await tx
    .insert(uploadPartChecksums)
    .values([...stated].map(([partNumber, md5]) => ({ uploadId, partNumber, md5 })))
    .onConflictDoUpdate({
      target: [uploadPartChecksums.uploadId, uploadPartChecksums.partNumber],
      set: { md5: sql`excluded.md5` },
    });
}

export async function forgetPartChecksums(tx: Database, uploadIds: string[]): Promise<void> {
  if (uploadIds.length === 0) return;
  await tx.delete(uploadPartChecksums).where(inArray(uploadPartChecksums.uploadId, uploadIds));
}
