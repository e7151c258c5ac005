/** The files of a folder and their profiles. */
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { type DatasetLimits, DEFAULT_LIMITS } from "../../dataset/base/limits.ts";
import { profileDataset } from "../../dataset/profile-dataset.ts";
import type { Profile } from "../../market/profile/schemas.ts";

/** The same instant for all profiles, so that two profiles of one file are equal. */
const computedAt = new Date();

/** Sorted paths of the files of at most `bytesMax` bytes. */
export function filesIn(folder: string, bytesMax: number): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => statSync(file).size <= bytesMax)
    .sort();
}

/** The profile of a file, computed in this process, or the code of its refusal. */
export async function profileOf(
  filePath: string,
  work: string,
  limits: Partial<DatasetLimits> = {},
): Promise<Profile | string> {
  const workDir = mkdtempSync(join(work, "job-"));
  const report = await profileDataset(
    {
      ...{ filePath, workDir, formatHint: null, fileSha256: "5eed".repeat(16) },
      ...{ byteSize: statSync(filePath).size, datasetVersion: "1", paid: false },
      documentation: { titleLength: 20, descriptionLength: 90, tagCount: 1, hasLicense: true },
      computedAt,
      limits: { ...DEFAULT_LIMITS, ...limits },
    },
    () => {},
  );
  rmSync(workDir, { recursive: true, force: true });
  return report.outcome === "generated" ? report.profile : report.error.code;
}
