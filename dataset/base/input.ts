import type { DocumentationFacts } from "../../market/profile/rules.ts";
import type { DatasetLimits } from "./limits.ts";
import type { ServedFile } from "./served-files.ts";

/** The input of one profile job. The file is complete on disk, or the parent serves its bytes. */
export type ProfileInput = {
  filePath: string;
  /** Folder for this job's temporary files; the caller removes it. */
  workDir: string;
  /** The format as declared by the seller; the file's content may override it. */
  formatHint: string | null;
  fileSha256: string;
  byteSize: number;
  datasetVersion: string;
  paid: boolean;
  /** Of a paid file: whether no column shows its most frequent values. */
  coarse?: boolean;
  documentation: DocumentationFacts;
  computedAt: Date;
  limits: DatasetLimits;
  /**
   * Key for the hashes that find joinable tables (64 bits, hexadecimal). Without it no hashes are
   * made.
   */
  joinKey?: string;
  /**
   * The files of a folder. `filePath` then names no file, and `byteSize` is the sum of their sizes.
   */
  folder?: FolderFile[];
  /** Files that are not on disk: the parent process serves their bytes. */
  served?: readonly ServedFile[];
};

/** A file in an uploaded folder. `path` is only a label and is never used as a path on disk. */
export type FolderFile = { path: string; filePath: string; byteSize: number };

/** A file on disk or served by the parent, with its size in bytes. */
export type DiskFile = { filePath: string; byteSize: number };
