/** From a table to its report: read, measure, describe, and read again if necessary. */
import { agreeing } from "../../market/counted.ts";
import { SAMPLE_ROWS_MAX } from "../../market/profile/rules.ts";
import type { ProfileAlert } from "../../market/profile/schemas.ts";
import { displayName } from "../base/display-name.ts";
import type { ProfileInput } from "../base/input.ts";
import { listNames } from "../base/list-names.ts";
import { explainRefusal } from "../base/refusal.ts";
import type { DatasetReport } from "../base/report.ts";
import { checkColumnNames } from "../base/storable.ts";
import type { TableSource } from "../base/table.ts";
import { describeTable, type SharedBudget } from "../describe/describe-table.ts";
import { writeJoinColumns } from "../describe/write-join-columns.ts";
import { writeRowSketch } from "../describe/write-row-sketch.ts";
import { findLanguages, type SpokenScan } from "../measure/find-languages.ts";
import { scanTable } from "../measure/scan-table.ts";
import { formatOfHint } from "../open/hints.ts";
import { linkColumnsOf } from "./link-tables.ts";
import { placeFindings } from "./place-findings.ts";
import { openParts, readParts, type UnreadPart } from "./read-parts.ts";
import type { TablePart } from "./table-part.ts";

const partsNamedMax = 5;

export type TableContext = {
  compression: string | null;
  /** Findings from before the table was read. */
  alerts: readonly ProfileAlert[];
  /** Parts that could not even be opened. */
  unread: readonly UnreadPart[];
  /** The common budget of one file's tables; absent for a single table. */
  shared?: SharedBudget;
};

/** Receives the share of a table's rows that has been read, 0 to 1. */
export type OnShare = (share: number) => void;

/**
 * Reads a table of one or more parts and reports on it. An unreadable part is left out if there are
 * others. Throws `DatasetRefusal` if nothing can be read.
 */
export async function reportTable(
  parts: readonly TablePart[],
  input: ProfileInput,
  context: TableContext,
  onShare: OnShare,
): Promise<DatasetReport> {
  const reading = await readParts(parts, (left) => readTable(left, input, onShare));
  const { left, read } = reading;
  const unread = [...context.unread, ...reading.unread];
  const found = [...left.flatMap((part) => partAlerts(part, left)), ...unreadAlerts(unread)];
  const alerts = [...context.alerts, ...found];
  const report = describe(read.source, read.scan, input, { ...context, alerts });
  if (report.outcome !== "generated") return report;
  placeFindings(report.profile, read.scan.columns, read.source);
  const rowSketch = writeRowSketch(read.scan, input);
  if (input.joinKey) writeJoinColumns(read.scan, report.profile.columns, input, rowSketch);
  // Only tables of one file can refer to each other.
  const links = context.shared && linkColumnsOf(read.scan, report.profile);
  return { ...report, ...(links && { links }), rowSketch };
}

async function readTable(
  parts: readonly TablePart[],
  input: ProfileInput,
  onShare: OnShare,
): Promise<{ source: TableSource; scan: SpokenScan }> {
  const { limits } = input;
  const source = await openParts(parts, input);
  checkColumnNames(source.names, limits, source.format);
  const byteSize = parts.reduce((sum, part) => sum + part.byteSize, 0);
  const onChunk = (done: number) => onShare(Math.min(done, byteSize) / byteSize);
  const scan = await scanTable(source, SAMPLE_ROWS_MAX, onChunk, input.joinKey ?? null);
  // Reading JSON rows may have added names.
  checkColumnNames(source.names, limits, source.format);
  const languages = await findLanguages(scan.columns, scan.sample);
  return { source, scan: { ...scan, languages } };
}

function partAlerts(part: TablePart, all: readonly TablePart[]): ProfileAlert[] {
  if (all.length === 1) return part.alerts();
  return part.alerts().map((alert) => {
    const detail = `In the part ${displayName(part.path)}: ${alert.detail}`;
    return { ...alert, detail };
  });
}

function unreadAlerts(unread: readonly UnreadPart[]): ProfileAlert[] {
  if (unread.length === 0) return [];
  const named = unread.map(({ path, detail }) => {
    return `${displayName(path)} (${detail.replace(/\.$/, "")})`;
  });
  const subject = `${unread.length} ${agreeing(unread.length, "part was", "parts were")}`;
  const detail = `${subject} left out of the table: ${listNames(named, partsNamedMax)}.`;
  return [{ code: "unread_parts", detail }];
}

/** Reports a declared format that differs from the content. */
export function mismatchAlerts(hint: string | null, format: string): ProfileAlert[] {
  const hinted = formatOfHint(hint);
  // NetCDF-4 files are HDF5 files.
  if (!hinted || hinted === format || (hinted === "netcdf" && format === "hdf5")) return [];
  const detail = `The listing says ${hinted}, but the content is ${format}.`;
  return [{ code: "format_mismatch", detail }];
}

function describe(
  source: TableSource,
  scan: SpokenScan,
  input: ProfileInput,
  context: TableContext,
): DatasetReport {
  const alerts = [...context.alerts, ...mismatchAlerts(input.formatHint, source.format)];
  const { profile, sample, charts } = describeTable(scan, source, {
    ...input,
    alerts,
    shared: context.shared,
  });
  if (scan.rows === 0 || profile.column_count === 0) {
    const lacking = scan.rows === 0 ? "rows" : "columns";
    const error = explainRefusal("no_data_rows", `The file has a structure but no ${lacking}.`);
    return { outcome: "no_sample", error, format: source.format, profile };
  }
  return {
    outcome: "generated",
    format: source.format,
    compression: context.compression,
    encoding: source.encoding,
    delimiter: source.delimiter,
    profile,
    sample,
    charts,
  };
}
