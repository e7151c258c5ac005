/** From a file to its report: unpack, read, measure, describe. Everything else serves this. */
import { SAMPLE_ROWS_MAX } from "../market/profile/rules.ts";
import type { ProfileAlert } from "../market/profile/schemas.ts";
import { ColumnRouteError } from "./base/column-routes.ts";
import type { DiskFile, ProfileInput } from "./base/input.ts";
import { limitRefusal } from "./base/limits.ts";
import { DatasetRefusal, explainRefusal } from "./base/refusal.ts";
import type { DatasetProgress, DatasetReport } from "./base/report.ts";
import { checkColumnNames, makeStorable } from "./base/storable.ts";
import type { TableSource } from "./base/table.ts";
import { buildProfile } from "./describe/build-profile.ts";
import { buildSample } from "./describe/build-sample.ts";
import { scanTable, type TableScan } from "./measure/scan-table.ts";
import { guessLegacyEncoding } from "./open/guess-encoding.ts";
import { formatOfHint } from "./open/hints.ts";
import { type TableFormat, type Unpacked, unpack } from "./open/unpack.ts";
import { openTable } from "./read/open-table.ts";
import { NotUtf8Error } from "./read/utf8-reader.ts";

type UnpackedPictures = Extract<Unpacked, { kind: "images" }>;
type UnpackedTable = Extract<Unpacked, { kind: "table" }>;

/** Hears of a phase with the bytes of the file that are done in it. */
type OnPhase = (phase: DatasetProgress["phase"], bytesDone: number) => void;

/**
 * Detects, reads and profiles a file and takes its sample. A file that gives no sample is a report
 * too, with its reason; only faults of the machine or of this program are thrown.
 */
export async function profileDataset(
  input: ProfileInput,
  onProgress: (progress: DatasetProgress) => void,
): Promise<DatasetReport> {
  const onPhase: OnPhase = (phase, done) =>
    onProgress({ phase, bytes_done: Math.round(done), bytes_total: input.byteSize });
  try {
    return makeStorable(await makeReport(input, onPhase));
  } catch (error) {
    if (!(error instanceof DatasetRefusal)) throw error;
    const reason = explainRefusal(error.code, error.message);
    const said = libraryMessage(error.cause);
    const report = { error: reason, format: error.format, profile: null };
    return { outcome: "no_sample", ...report, ...(said === null ? {} : { libraryMessage: said }) };
  }
}

/** The first line of what made a library give up; it may quote the file, so it is cut. */
function libraryMessage(cause: unknown): string | null {
  if (cause === undefined) return null;
  const message = cause instanceof Error ? cause.message : String(cause);
  return (message.split("\n")[0] ?? "").slice(0, libraryMessageCharsMax);
}

const libraryMessageCharsMax = 500;

async function makeReport(input: ProfileInput, onPhase: OnPhase): Promise<DatasetReport> {
  const { byteSize, limits } = input;
  onPhase("detect", 0);
  if (byteSize > limits.byteSizeMax) throw limitRefusal(limits, "byteSizeMax", byteSize);
  const unpacked = await unpack(input, (done) => onPhase("detect", done));
  if (unpacked.kind === "images") return await reportPictures(unpacked, input, onPhase);
  return await reportTable(unpacked, input, onPhase);
}

async function reportPictures(
  { archive, pictures, alerts, compression }: UnpackedPictures,
  input: ProfileInput,
  onPhase: OnPhase,
): Promise<DatasetReport> {
  try {
    // A table must not pay for loading the image library.
    const { profileImages } = await import("./images/profile-images.ts");
    const found = await profileImages(archive, pictures, input, alerts, (share) =>
      onPhase("read", share * input.byteSize),
    );
    onPhase("finish", input.byteSize);
    if (found.outcome !== "generated") return found;
    found.profile.alerts.push(...mismatchAlerts(input.formatHint, found.format));
    return { ...found, compression };
  } finally {
    archive.close();
  }
}

/** Reads the table, and once more in another way where the first one fails half-way. */
async function reportTable(
  unpacked: UnpackedTable,
  input: ProfileInput,
  onPhase: OnPhase,
): Promise<DatasetReport> {
  const { file, compression, alerts } = unpacked;
  let { detected } = unpacked;
  if ("encoding" in detected && detected.encoding.guessed) {
    alerts.push(guessedAlert(detected.encoding.name));
  }
  for (let readings = 1; ; readings++) {
    try {
      const { source, scan } = await readTable(detected, file, input, onPhase);
      onPhase("finish", input.byteSize);
      return describe(source, scan, input, compression, alerts);
    } catch (error) {
      if (readings >= readingsMax) throw tooManyFaults(detected, error);
      detected = readOtherwise(detected, error, alerts);
    }
  }
}

async function readTable(
  detected: TableFormat,
  file: DiskFile,
  input: ProfileInput,
  onPhase: OnPhase,
): Promise<{ source: TableSource; scan: TableScan }> {
  const { byteSize, limits, fileSha256 } = input;
  const source = await openTable(detected, file, input, (share) =>
    onPhase("detect", share * byteSize),
  );
  checkColumnNames(source.names, limits, source.format);
  const scan = await scanTable(source, fileSha256, SAMPLE_ROWS_MAX, (done) =>
    onPhase("read", (Math.min(done, file.byteSize) / file.byteSize) * byteSize),
  );
  // JSON rows may have brought new names.
  checkColumnNames(source.names, limits, source.format);
  return { source, scan };
}

/** Each reading finds at least one more column that cannot be read as it was tried. */
const readingsMax = 12;

function tooManyFaults(detected: TableFormat, cause: unknown): unknown {
  if (!(cause instanceof ColumnRouteError)) return cause;
  const detail = "The data is broken in too many of its columns.";
  return new DatasetRefusal("malformed_file", detail, detected.kind, cause.cause);
}

/** A second reading of a file whose first one failed half-way; rethrows what has none. */
function readOtherwise(detected: TableFormat, error: unknown, alerts: ProfileAlert[]): TableFormat {
  if (error instanceof NotUtf8Error && "encoding" in detected) {
    const name = guessLegacyEncoding(error.bytes);
    if (!name) throw new DatasetRefusal("encoding_unsupported", "The text encoding is not known.");
    alerts.push(guessedAlert(name));
    return { ...detected, encoding: { ...detected.encoding, name } };
  }
  if (error instanceof ColumnRouteError && detected.kind === "parquet") {
    return { ...detected, routes: error.routes };
  }
  throw error;
}

function guessedAlert(name: string): ProfileAlert {
  return { code: "encoding_guessed", detail: `The text is not UTF-8; it was read as ${name}.` };
}

function mismatchAlerts(hint: string | null, format: string): ProfileAlert[] {
  const hinted = formatOfHint(hint);
  if (!hinted || hinted === format) return [];
  const detail = `The listing says ${hinted}, but the content is ${format}.`;
  return [{ code: "format_mismatch", detail }];
}

function describe(
  source: TableSource,
  scan: TableScan,
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
