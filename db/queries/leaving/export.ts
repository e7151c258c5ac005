/** One page of a section of an account's download. */
import type { Database } from "../../client.ts";
import { type ExportSection, exportSections, type SectionPage } from "./export-sections.ts";

export type ExportPage = {
  /** Each row as JSON text. */
  lines: string[];
  /** Start of the next page; null for the last page. */
  next: string | null;
};

export async function readExportPage(
  db: Database,
  section: ExportSection,
  page: SectionPage,
): Promise<ExportPage> {
  const rows = await db.execute<{ key: string; line: string }>(exportSections[section](page));
  const last = rows.length < page.limit ? null : (rows.at(-1)?.key ?? null);
  return { lines: [...rows].map(({ line }) => line), next: last };
}
