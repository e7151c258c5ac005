import { type DocumentationFacts, SAMPLE_ROWS_MAX } from "../market/profile/rules.ts";
import type { ProfileAlert } from "../market/profile/schemas.ts";
import { type DatasetLimits, DatasetRefusal, limitRefusal } from "./base/limits.ts";
import { type DatasetProgress, type DatasetReport, explainRefusal } from "./base/report.ts";
import { checkColumnNames, makeStorable } from "./base/storable.ts";
import type { TableSource } from "./base/table.ts";
import { buildProfile } from "./describe/build-profile.ts";
import { buildSample } from "./describe/build-sample.ts";
import { scanTable } from "./measure/scan-table.ts";
import type { DiskFile } from "./open/decompress.ts";
import { formatOfHint, guessLegacyEncoding } from "./open/detect.ts";
import { type TableFormat, unpack } from "./open/unpack.ts";
import { ArrowSource } from "./read/arrow/source.ts";
import { AvroSource } from "./read/avro/source.ts";
import { DelimitedSource, UnbalancedQuotesError } from "./read/delimited/source.ts";
import { findJsonLayout } from "./read/json/layout.ts";
import { JsonSource } from "./read/json/source.ts";
import { ParquetSource } from "./read/parquet/source.ts";
import { TextSource } from "./read/text/source.ts";
import { NotUtf8Error } from "./read/utf8-reader.ts";

/** One profile job. The file is complete on disk; its hash was taken while it was downloaded. */
export type ProfileInput = {
  filePath: string;
  /** A folder of this job alone, for temporary files; the caller removes it. */
  workDir: string;
  /** What the seller says that the file is; content may overrule it. */
  formatHint: string | null;
  fileSha256: string;
  byteSize: number;
  datasetVersion: string;
  paid: boolean;
  documentation: DocumentationFacts;
  computedAt: Date;
  limits: DatasetLimits;
};

/**
 * Detects, reads and profiles a file and takes its sample. A file that gives no sample is a report
 * too, with its reason; only faults of the machine or of this program are thrown.
 */
export async function profileDataset(
  input: ProfileInput,
  onProgress: (progress: DatasetProgress) => void,
): Promise<DatasetReport> {
  try {
    return makeStorable(await makeReport(input, onProgress));
  } catch (error) {
    if (!(error instanceof DatasetRefusal)) throw error;
    const reason = explainRefusal(error.code, error.message);
    return { outcome: "no_sample", error: reason, format: error.format, profile: null };
  }
}

async function makeReport(
  input: ProfileInput,
  onProgress: (progress: DatasetProgress) => void,
): Promise<DatasetReport> {
  const { byteSize, limits, fileSha256 } = input;
  const report = (phase: DatasetProgress["phase"], done: number): void =>
    onProgress({ phase, bytes_done: done, bytes_total: byteSize });
  report("detect", 0);
  if (byteSize > limits.byteSizeMax) throw limitRefusal(limits, "byteSizeMax", byteSize);
  const unpacked = await unpack(input, (done) => report("detect", Math.round(done)));
  const { compression, alerts } = unpacked;
  if (unpacked.kind === "images") {
    const found = await unpacked.profile(input, alerts, (share) => {
      report("read", Math.round(share * byteSize));
    });
    report("finish", byteSize);
    if (found.outcome !== "generated") return found;
    found.profile.alerts.push(...mismatchAlerts(input.formatHint, found.format));
    return { ...found, compression };
  }
  const { file } = unpacked;
  let { detected } = unpacked;
  for (;;) {
    try {
      const source = await openSource(detected, file, input, (share) =>
        report("detect", Math.round(share * byteSize)),
      );
      checkColumnNames(source.names, limits, source.format);
      const scan = await scanTable(source, fileSha256, SAMPLE_ROWS_MAX, (done) =>
        report("read", Math.round((Math.min(done, file.byteSize) / file.byteSize) * byteSize)),
      );
      checkColumnNames(source.names, limits, source.format);
      report("finish", byteSize);
      return describe(source, scan, input, compression, alerts);
    } catch (error) {
      detected = readOtherwise(detected, error, alerts);
    }
  }
}

async function openSource(
  detected: TableFormat,
  file: DiskFile,
  input: ProfileInput,
  onShare: (share: number) => void,
): Promise<TableSource> {
  const { filePath, byteSize } = file;
  const { limits } = input;
  switch (detected.kind) {
    case "delimited":
      return new DelimitedSource({ filePath, byteSize, limits, ...detected });
    case "json": {
      const { encoding, head } = detected;
      const lines = formatOfHint(input.formatHint) === "jsonl";
      const found = findJsonLayout(filePath, encoding, head, lines, limits);
      return new JsonSource({ filePath, byteSize, encoding, limits, ...found });
    }
    case "parquet":
      return new ParquetSource(filePath, byteSize, limits);
    case "arrow":
      return new ArrowSource(file, detected.layout, limits);
    case "avro":
      return new AvroSource(file, limits);
    case "text":
      return new TextSource({ filePath, byteSize, limits, ...detected });
    case "xlsx": {
      // A plain table must not pay for loading the archive and XML libraries.
      const { openXlsx } = await import("./read/xlsx/source.ts");
      return await openXlsx(file, input.workDir, limits, onShare);
    }
  }
}

/** A second reading of a file whose first one failed half-way; rethrows what has none. */
function readOtherwise(detected: TableFormat, error: unknown, alerts: ProfileAlert[]): TableFormat {
  if (error instanceof NotUtf8Error && "encoding" in detected) {
    const name = guessLegacyEncoding(error.bytes);
    if (!name) throw new DatasetRefusal("encoding_unsupported", "The text encoding is not known.");
    const detail = `The text is not UTF-8; it was read as ${name}.`;
    alerts.push({ code: "encoding_guessed", detail });
    return { ...detected, encoding: { ...detected.encoding, name } };
  }
  if (error instanceof UnbalancedQuotesError && detected.kind === "delimited") {
    const detail = "A quote is never closed; quotes were read as plain characters.";
    alerts.push({ code: "unbalanced_quotes", detail });
    return { ...detected, dialect: { ...detected.dialect, quoted: false } };
  }
  throw error;
}

function mismatchAlerts(hint: string | null, format: string): ProfileAlert[] {
  const hinted = formatOfHint(hint);
  if (!hinted || hinted === format) return [];
  const detail = `The listing says ${hinted}, but the content is ${format}.`;
  return [{ code: "format_mismatch", detail }];
}

function describe(
  source: TableSource,
  scan: Awaited<ReturnType<typeof scanTable>>,
  input: ProfileInput,
  compression: string | null,
  alerts: ProfileAlert[],
): DatasetReport {
  alerts.push(...mismatchAlerts(input.formatHint, source.format));
  const profile = buildProfile(scan, source, { ...input, alerts });
  if (scan.rows === 0 || profile.column_count === 0) {
    const lacking = scan.rows === 0 ? "rows" : "columns";
    const error = explainRefusal("no_data_rows", `The file has a structure but no ${lacking}.`);
    return { outcome: "no_sample", error, format: source.format, profile };
  }
  return {
    outcome: "generated",
    format: source.format,
    compression,
    encoding: source.encoding,
    delimiter: source.delimiter,
    profile,
    sample: buildSample(scan, profile.columns, input.paid, input.fileSha256),
  };
}
