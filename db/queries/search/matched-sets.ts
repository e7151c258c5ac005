/** How many sets of values an account has compared with a paid file. */
import { eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { matchedSets } from "../../schema/index.ts";

export type MatchBudget = { uploadId: string; setsMax: number };

/**
 * Counts a set of values against the budget of each file, once. Returns the files whose budget covers it,
 * because it is new and the budget is not used up, or because it was counted before.
 */
export async function countMatchedSet(
  db: Database,
  { accountId, digest, budgets }: { accountId: string; digest: string; budgets: MatchBudget[] },
): Promise<Set<string>> {
  if (budgets.length === 0) return new Set();
  // Locked in one order, so that two calls with the same files don't wait for each other.
  const rows = budgets.toSorted((one, other) => (one.uploadId < other.uploadId ? -1 : 1));
  const counted = await db.execute<{ upload_id: string; covered: boolean }>(sql`
    insert into ${matchedSets} as held (account_id, upload_id, digests)
    select ${accountId}::uuid, given."uploadId",
      case when given."setsMax" > 0 then array[${digest}::text] else '{}'::text[] end
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as given ("uploadId" uuid, "setsMax" int)
    order by given."uploadId"
    on conflict (account_id, upload_id) do update set digests = case
      when ${digest}::text = any(held.digests) then held.digests
      when cardinality(held.digests) < (
        select "setsMax" from json_to_recordset(${JSON.stringify(rows)}::text::json)
          as given ("uploadId" uuid, "setsMax" int) where given."uploadId" = held.upload_id
      ) then held.digests || ${digest}::text
      else held.digests end
    returning upload_id, ${digest}::text = any(digests) as covered
  `);
  return new Set([...counted].filter((row) => row.covered).map((row) => row.upload_id));
}

/** For files that are gone or off sale. */
export async function forgetMatchedSets(tx: Database, uploadIds: readonly string[]): Promise<void> {
  if (uploadIds.length === 0) return;
  await tx.delete(matchedSets).where(inArray(matchedSets.uploadId, [...uploadIds]));
}

export async function deleteMatchedSetsOf(tx: Database, accountId: string): Promise<void> {
  await tx.delete(matchedSets).where(eq(matchedSets.accountId, accountId));
}
