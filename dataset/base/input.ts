/** What a profile job is given: the file, what its seller says of it, and the limits of the job. */
import type { DocumentationFacts } from "../../market/profile/rules.ts";
import type { DatasetLimits } from "./limits.ts";
import type { ServedFile } from "./served-files.ts";

/** One profile job. The file is complete on disk, or its bytes are served. */
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
  /**
   * Keys the hashes by which other tables are found (64 bits, hexadecimal); without one none are
   * made.
   */
  joinKey?: string;
  /** The files of a folder; `filePath` is then no file and `byteSize` their sum. */
  folder?: FolderFile[];
  /** Those of the files that are not on disk: the parent process serves their bytes. */
  served?: readonly ServedFile[];
};

/** A file of a folder: `path` is its name in it, which never becomes a path. */
export type FolderFile = { path: string; filePath: string; byteSize: number };

/** A file on disk, or one that is served, with its size in bytes. */
export type DiskFile = { filePath: string; byteSize: number };
