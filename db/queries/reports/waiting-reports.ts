/** How much waits for an administrator: reports of listings, and what sellers say against decisions. */
import type { Database } from "../../client.ts";
import { countAppeals } from "./listing-decisions.ts";
import { countReported } from "./listing-reports.ts";

/** Reported listings and open appeals. */
export async function countWaitingReports(
  db: Database,
): Promise<{ datasets: number; appeals: number }> {
  const [datasets, appeals] = await Promise.all([countReported(db), countAppeals(db)]);
  return { datasets, appeals };
}
