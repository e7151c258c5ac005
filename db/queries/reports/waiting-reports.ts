import type { Database } from "../../client.ts";
import { countAppeals } from "./listing-decisions.ts";
import { countReported } from "./listing-reports.ts";

/** Number of reported listings and of open appeals that wait for an administrator. */
export async function countWaitingReports(
  db: Database,
): Promise<{ datasets: number; appeals: number }> {
  const [datasets, appeals] = await Promise.all([countReported(db), countAppeals(db)]);
  return { datasets, appeals };
}
