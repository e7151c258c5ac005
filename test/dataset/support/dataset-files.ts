/** Files and folders for tests of the data engine, and a job on one of them. */
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ProfileInput } from "../../../dataset/base/input.ts";
import { type DatasetLimits, DEFAULT_LIMITS } from "../../../dataset/base/limits.ts";
import type { DatasetReport } from "../../../dataset/base/report.ts";
import { profileDataset } from "../../../dataset/profile-dataset.ts";
import type { Profile, Sample } from "../../../market/profile/schemas.ts";
import { profileSchema, sampleSchema } from "../../../market/profile/schemas.ts";

/** A suite's folder, removed by `remove`. */
export function makeFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "dataset-test-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

export const VEGA = join(import.meta.dirname, "../../../node_modules/vega-datasets/data");

export type JobOptions = {
  hint?: string;
  paid?: boolean;
  coarse?: boolean;
  limits?: Partial<DatasetLimits>;
  sha256?: string;
  documentation?: ProfileInput["documentation"];
};

const described = { titleLength: 20, descriptionLength: 200, tagCount: 3, hasLicense: true };

export function makeInput(filePath: string, workDir: string, options: JobOptions): ProfileInput {
  return {
    filePath,
    workDir,
    formatHint: options.hint ?? null,
    fileSha256: options.sha256 ?? createHash("sha256").update(readFileSync(filePath)).digest("hex"),
    byteSize: statSync(filePath).size,
    datasetVersion: "version-1",
    paid: options.paid ?? false,
    coarse: options.coarse ?? false,
    documentation: options.documentation ?? described,
    computedAt: new Date("2026-11-21T08:00:00.000Z"),
    limits: { ...DEFAULT_LIMITS, ...options.limits },
  };
}

let fileCount = 0;

/** Writes a file and profiles it in this process. */
export async function profileBytes(
  folder: string,
  content: string | Uint8Array,
  options: JobOptions = {},
): Promise<DatasetReport> {
  const filePath = join(folder, `file-${fileCount++}`);
  writeFileSync(filePath, content);
  return await profileFile(folder, filePath, options);
}

export async function profileFile(
  folder: string,
  filePath: string,
  options: JobOptions = {},
): Promise<DatasetReport> {
  const report = await profileDataset(makeInput(filePath, folder, options), () => {});
  // A worker sends its report as JSON, so the report must survive that unchanged.
  const copy = JSON.parse(JSON.stringify(report)) as DatasetReport;
  if (copy.profile) profileSchema.parse(copy.profile);
  if (copy.outcome === "generated") sampleSchema.parse(copy.sample);
  return copy;
}

export type Generated = { profile: Profile; sample: Sample };

/** The report of a file that must give a sample. */
export function generated(report: DatasetReport): Generated {
  if (report.outcome === "generated") return report;
  throw new Error(`no sample: ${report.error.code}: ${report.error.detail}`);
}

/** The columns as `name:type`. */
export function typesOf(profile: Profile): string[] {
  return profile.columns.map((column) => `${column.name}:${column.type}`);
}

export function alertCodes(profile: Profile): string[] {
  return profile.alerts.map((alert) => alert.code);
}
