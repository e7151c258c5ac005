/** Whether the embedded database needs no migration: one row is compared, and Drizzle is not loaded. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SQL } from "bun";
import { z } from "zod";

const migrationsFolder = join(import.meta.dir, "../db/migrations");
const journalSchema = z.object({
  entries: z.array(z.object({ tag: z.string(), when: z.number() })).min(1),
});

/** False too where the database has no table of migrations yet, or another newest one: then Drizzle decides. */
export async function isMigrated(url: string): Promise<boolean> {
  const journal = JSON.parse(readFileSync(join(migrationsFolder, "meta/_journal.json"), "utf8"));
  const newest = journalSchema.parse(journal).entries.at(-1);
  const text = readFileSync(join(migrationsFolder, `${newest?.tag}.sql`));
  const hash = createHash("sha256").update(text).digest("hex");
  const sql = new SQL(url, { max: 1 });
  try {
    const [row] = await sql`
      SELECT hash, created_at FROM drizzle.__drizzle_migrations ORDER BY created_at DESC LIMIT 1`;
    return row?.hash === hash && Number(row?.created_at) === newest?.when;
  } catch {
    return false;
  } finally {
    await sql.close();
  }
}
