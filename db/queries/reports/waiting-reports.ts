import type { Database } from "../../client.ts";
import { countAppeals } from "./decisions.ts";
import { countReported } from "./reports.ts";

/** Number of reported things and of open appeals that wait for an administrator. */
export async function countWaitingReports(
  db: Database,
): Promise<{ reported: number; appeals: number }> {
  const [reported, appeals] = await Promise.all([countReported(db), countAppeals(db)]);
  return { reported, appeals };
}
