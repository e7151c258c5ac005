/** From a file to its report: unpack, read, measure, describe. The other modules serve this one. */
import { join } from "node:path";
import type { DatasetDocument } from "../market/profile/table-schemas.ts";
import type { InnerFormat } from "./base/inner-formats.ts";
import type { ProfileInput } from "./base/input.ts";
import { limitRefusal } from "./base/limits.ts";
import { DatasetRefusal, explainRefusal } from "./base/refusal.ts";
import type { DatasetProgress, DatasetReport, TableStep } from "./base/report.ts";
import { makeStorable } from "./base/storable.ts";
import { hidePersonalText } from "./measure/personal/hide.ts";
import { dropPackedTexts } from "./open/packed-text.ts";
import { type Unpacked, unpack } from "./open/unpack.ts";
import { UnpackBudget } from "./open/unpacked-size.ts";
import { TablesCollector } from "./tables/collect-tables.ts";
import { profileTables, type TablesRun, withDocuments } from "./tables/profile-tables.ts";
import { mismatchAlerts, reportTable } from "./tables/report-table.ts";
import { surveyFiles } from "./tables/survey-files.ts";
import { surveyInner } from "./tables/survey-inner.ts";
import { FilePart } from "./tables/table-part.ts";

type UnpackedPictures = Extract<Unpacked, { kind: "images" }>;
type UnpackedFiles = Extract<Unpacked, { kind: "files" }>;
type UnpackedTable = Extract<Unpacked, { kind: "table" }>;

/** Receives a phase with the bytes of the file that are done in it. */
type OnPhase = (phase: DatasetProgress["phase"], bytesDone: number) => void;

/** Like `profileInSteps`, with the steps collected into one report. */
export async function profileDataset(
  input: ProfileInput,
  onProgress: (progress: DatasetProgress) => void,
): Promise<DatasetReport> {
  const collector = new TablesCollector();
  const report = await profileInSteps(input, onProgress, (step) => collector.take(step));
  const collected = report ?? collector.finish();
  if (!collected) throw new Error("The job ended without a report and without a plan.");
  return collected;
}

/**
 * Detects the format, reads and profiles the file and takes its sample. A file that gives no sample
 * yields a report with the reason; only faults of the machine or of this program are thrown. For a
 * file with several tables, `onStep` receives the reports and the result is null.
 */
export async function profileInSteps(
  input: ProfileInput,
  onProgress: (progress: DatasetProgress) => void,
  onStep: (step: TableStep) => void,
): Promise<DatasetReport | null> {
  const onPhase: OnPhase = (phase, done) =>
    onProgress({ phase, bytes_done: Math.round(done), bytes_total: input.byteSize });
  try {
    const report = await makeReport(input, onPhase, onStep);
    return report === null ? null : makeStorable(report);
  } catch (error) {
    if (!(error instanceof DatasetRefusal)) throw error;
    const reason = explainRefusal(error.code, error.message);
    const said = libraryMessage(error.cause);
    const report = { error: reason, format: error.format, profile: null };
    return { outcome: "no_sample", ...report, ...(said === null ? {} : { libraryMessage: said }) };
  } finally {
    dropPackedTexts(input.workDir);
  }
}

/** The first line of a library's error message, cut because it may quote the file. */
function libraryMessage(cause: unknown): string | null {
  if (cause === undefined) return null;
  const message = cause instanceof Error ? cause.message : String(cause);
  return (message.split("\n")[0] ?? "").slice(0, libraryMessageCharsMax);
}

const libraryMessageCharsMax = 500;

async function makeReport(
  input: ProfileInput,
  onPhase: OnPhase,
  onStep: (step: TableStep) => void,
): Promise<DatasetReport | null> {
  const { byteSize, limits } = input;
  onPhase("detect", 0);
  if (byteSize > limits.byteSizeMax) throw limitRefusal(limits, "byteSizeMax", byteSize);
  const lateAt = performance.now() + limits.tablesSecondsMax * 1000;
  const run: TablesRun = {
    onStep,
    onShare: (share) => onPhase("read", share * byteSize),
    isLate: () => performance.now() > lateAt,
  };
  const unpacked = await unpack(input, (done) => onPhase("detect", done));
  unpacked.documents = unpacked.documents.map((document) => covered(document, input.paid));
  const report = await reportUnpacked(unpacked, input, onPhase, run);
  onPhase("finish", byteSize);
  return report;
}

async function reportUnpacked(
  unpacked: Unpacked,
  input: ProfileInput,
  onPhase: OnPhase,
  run: TablesRun,
): Promise<DatasetReport | null> {
  if (unpacked.kind === "images") return await reportPictures(unpacked, input, onPhase);
  if (unpacked.kind === "files") return await reportFiles(unpacked, input, onPhase, run);
  const { file, detected, compression, alerts, documents } = unpacked;
  if (detected.kind === "inner") {
    return await reportInner(unpacked, detected.format, input, onPhase, run);
  }
  const part = new FilePart("", file, { hint: null, detected });
  const context = { compression, alerts, unread: [] };
  const report = await reportTable([part], input, context, run.onShare);
  return withDocuments(report, documents);
}

/** Masks personal data in the documents next to a paid table, as in its cells. */
function covered(document: DatasetDocument, paid: boolean): DatasetDocument {
  return paid ? { ...document, text: hidePersonalText(document.text) } : document;
}

async function reportPictures(
  { archive, pictures, alerts, compression, documents }: UnpackedPictures,
  input: ProfileInput,
  onPhase: OnPhase,
): Promise<DatasetReport> {
  try {
    // Imported late: a table must not pay for loading the image library.
    const { profileImages } = await import("./images/profile-images.ts");
    const found = await profileImages(archive, pictures, input, alerts, (share) =>
      onPhase("read", share * input.byteSize),
    );
    if (found.outcome !== "generated") return found;
    found.profile.alerts.push(...mismatchAlerts(input.formatHint, found.format));
    return withDocuments({ ...found, compression }, documents);
  } finally {
    archive.close();
  }
}

async function reportFiles(
  files: UnpackedFiles,
  input: ProfileInput,
  onPhase: OnPhase,
  run: TablesRun,
): Promise<DatasetReport | null> {
  const { archive, compression } = files;
  try {
    const { found, used, notes } = await surveyFiles(files, input, run.isLate, (share) =>
      onPhase("detect", share * input.byteSize),
    );
    // Only archives have documents next to their tables, and their library is loaded by now.
    const { readRest } = await import("./open/archive/unarchive.ts");
    const rest = await readRest(archive, used, input.limits);
    const documents = [...rest.documents, ...notes].map((text) => covered(text, input.paid));
    const alerts = [...files.alerts, ...rest.alerts];
    return await profileTables({ found, compression, documents, alerts }, input, run);
  } finally {
    archive.close();
  }
}

async function reportInner(
  { file, compression, alerts, documents }: UnpackedTable,
  format: InnerFormat,
  input: ProfileInput,
  onPhase: OnPhase,
  run: TablesRun,
): Promise<DatasetReport | null> {
  const target = join(input.workDir, "inner");
  const budget = new UnpackBudget(input.limits, Math.max(input.byteSize, file.byteSize));
  const inner = await surveyInner(
    { file, format },
    target,
    budget,
    (name) => name,
    (share) => onPhase("detect", share * input.byteSize),
  );
  const notes = inner.notes.map((note) => covered(note, input.paid));
  return await profileTables(
    {
      found: inner.found,
      compression,
      documents: [...documents, ...notes],
      alerts: [...alerts, ...inner.alerts],
    },
    input,
    run,
  );
}
