/** Columns that summarise the changes between versions. */
import { sql } from "drizzle-orm";
import { versionChanges } from "../../schema/index.ts";
import type { Stored } from "../../stored.ts";

/** Null without a row of changes, as after an outer join. */
export const summaryColumns = {
  sentences: sql<string[] | null>`${versionChanges.changes} -> 'sentences'`,
  rows: sql<Stored["rowChanges"] | null>`${versionChanges.changes} -> 'rows'`,
};
