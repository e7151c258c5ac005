/** What a profile job is given: the file, what its seller says of it, and the limits of the job. */
import type { DocumentationFacts } from "../../market/profile/rules.ts";
import type { DatasetLimits } from "./limits.ts";

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

/** A file on disk with its size in bytes. */
export type DiskFile = { filePath: string; byteSize: number };
