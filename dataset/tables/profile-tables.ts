/** Profiles the tables of a file with several, one after the other, the largest first. */
import type { ProfileAlert } from "../../market/profile/schemas.ts";
import type { DatasetDocument } from "../../market/profile/table-schemas.ts";
import { TABLE_PART_PATHS_MAX } from "../../market/profile/vocabulary.ts";
import { displayName } from "../base/display-name.ts";
import type { ProfileInput } from "../base/input.ts";
import { listNames } from "../base/list-names.ts";
import { DatasetRefusal, explainRefusal, type SampleRefusal } from "../base/refusal.ts";
import type { DatasetReport, PlannedTable, TableStep } from "../base/report.ts";
import { makeStorable } from "../base/storable.ts";
import { type ChosenTables, chooseTables } from "./choose-tables.ts";
import type { FoundPart, TableGroup } from "./found-tables.ts";
import { groupParts } from "./group-parts.ts";
import { commonPath } from "./name-tables.ts";
import { reportTable } from "./report-table.ts";

/** Findings in a file before its rows are read. */
export type FoundTables = {
  found: readonly FoundPart[];
  compression: string | null;
  documents: DatasetDocument[];
  alerts: ProfileAlert[];
};

export type TablesRun = {
  onStep: (step: TableStep) => void;
  /** Receives the finished share of all tables, 0 to 1. */
  onShare: (share: number) => void;
  /** Whether it is too late to start another table. */
  isLate: () => boolean;
};

/**
 * Profiles the tables that were found. A single table in one part is reported as if it were not
 * packed; otherwise each step is reported as it is done, and the result is null. Throws
 * `DatasetRefusal` if the only table cannot be read.
 */
export async function profileTables(
  file: FoundTables,
  input: ProfileInput,
  run: TablesRun,
): Promise<DatasetReport | null> {
  const { compression, documents, alerts } = file;
  const tables = groupParts(file.found);
  const [only] = tables;
  if (only && tables.length === 1 && only.parts.length + only.unread.length === 1) {
    if (only.refusal) throw new DatasetRefusal(only.refusal.code, only.unread[0]?.detail ?? "");
    const context = { compression, alerts, unread: [] };
    const report = await reportTable(only.parts, input, context, run.onShare);
    return withDocuments(report, documents);
  }
  const chosen = chooseTables(tables, input.limits);
  const profiled = new Set(chosen.profiled);
  const plan = {
    compression,
    tables: chosen.listed.map((table, position) => planned(table, profiled.has(position))),
    documents,
    alerts: [...alerts, ...leftAlerts(chosen, tables.length)],
  };
  run.onStep({ step: "plan", plan: makeStorable(plan) });
  await reportEach(chosen, input, { ...run, compression });
  return null;
}

async function reportEach(
  { listed, profiled }: ChosenTables,
  input: ProfileInput,
  { onStep, onShare, isLate, compression }: TablesRun & { compression: string | null },
): Promise<void> {
  const bytesTotal = profiled.reduce((sum, at) => sum + (listed[at]?.byteSize ?? 0), 1);
  let bytesDone = 0;
  // All tables of a paid file share one budget of public cells.
  const shared = { file: { tables: profiled.length, cells: 0, widestRow: 0, spent: 0 } };
  for (const position of profiled) {
    const table = listed[position];
    if (table === undefined || (bytesDone > 0 && isLate())) return;
    onStep({ step: "begin", position });
    const context = { compression, alerts: [], unread: table.unread, shared };
    const report = await reportOrRefuse(() =>
      reportTable(table.parts, input, context, (share) =>
        onShare((bytesDone + share * table.byteSize) / bytesTotal),
      ),
    );
    bytesDone += table.byteSize;
    onStep({ step: "table", position, report: makeStorable(report) });
  }
}

/** An unreadable table costs only that table. */
async function reportOrRefuse(report: () => Promise<DatasetReport>): Promise<DatasetReport> {
  try {
    return await report();
  } catch (error) {
    if (!(error instanceof DatasetRefusal)) throw error;
    const reason = explainRefusal(error.code, error.message);
    return { outcome: "no_sample", error: reason, format: error.format, profile: null };
  }
}

function planned(table: TableGroup, isChosen: boolean): PlannedTable {
  const { name, path, format, columns, byteSize, parts, refusal } = table;
  const paths = parts.length > 1 ? parts.map((part) => displayName(part.path)) : [];
  return {
    ...{ name, path, format, columns, byteSize },
    parts: Math.max(1, parts.length),
    partPaths: paths.slice(0, TABLE_PART_PATHS_MAX),
    refusal: refusal ?? (isChosen ? null : tooMany),
  };
}

const tooMany: SampleRefusal = explainRefusal(
  "tables_exceeded",
  "The file has more tables than are profiled.",
);

const namesShownMax = 10;

function leftAlerts({ left }: ChosenTables, tablesTotal: number): ProfileAlert[] {
  if (left.length === 0) return [];
  const paths = left.map((table) => commonPath(table.paths));
  const subject = `${left.length} of ${tablesTotal} tables have no profile`;
  return [{ code: "unread_tables", detail: `${subject}: ${listNames(paths, namesShownMax)}.` }];
}

/** Adds the documents found next to a table to its report. */
export function withDocuments(
  report: DatasetReport,
  documents: readonly DatasetDocument[],
): DatasetReport {
  if (report.profile === null || documents.length === 0) return report;
  return { ...report, profile: { ...report.profile, documents: [...documents] } } as DatasetReport;
}
