/** The files that the catalogue and its buyers rely on. */
import { and, asc, gt, isNotNull, isNull, or } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { uploads } from "../../schema/index.ts";

const pageRows = 1000;

/** Each file that was ever on sale, and each sample, by path; the size where the row knows it. */
export async function* listNeededFiles(
  db: Database,
): AsyncGenerator<{ path: string; byteSize: number | null }> {
  let after: string | null = null;
  for (;;) {
    const rows: (typeof uploads.$inferSelect)[] = await db
      .select()
      .from(uploads)
      .where(
        and(
          isNull(uploads.purgedAt),
          or(isNotNull(uploads.version), isNotNull(uploads.samplePath)),
          after === null ? undefined : gt(uploads.id, after),
        ),
      )
      .orderBy(asc(uploads.id))
      .limit(pageRows);
    for (const { storagePath, byteSize, samplePath } of rows) {
      yield { path: storagePath, byteSize };
      if (samplePath !== null) yield { path: samplePath, byteSize: null };
    }
    after = rows.at(-1)?.id ?? null;
    if (rows.length < pageRows) return;
  }
}
