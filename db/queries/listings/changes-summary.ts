/** The columns by which changes between versions are told beside other things. */
import { sql } from "drizzle-orm";
import { versionChanges } from "../../schema/index.ts";
import type { Stored } from "../../stored.ts";

/** Null where there is no row of changes, as by an outer join. */
export const summaryColumns = {
  sentences: sql<string[] | null>`${versionChanges.changes} -> 'sentences'`,
  rows: sql<Stored["rowChanges"] | null>`${versionChanges.changes} -> 'rows'`,
};
