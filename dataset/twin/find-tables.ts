import { join } from "node:path";
import type { DiskFile, ProfileInput } from "../base/input.ts";
import { unpack } from "../open/unpack.ts";
import { UnpackBudget } from "../open/unpacked-size.ts";
import { chooseTables } from "../tables/choose-tables.ts";
import type { FoundPart } from "../tables/found-tables.ts";
import { groupParts } from "../tables/group-parts.ts";
import { surveyFiles } from "../tables/survey-files.ts";
import { surveyInner } from "../tables/survey-inner.ts";
import { FilePart, type TablePart } from "../tables/table-part.ts";

/** A table with its parts; `parquet` is the file itself if it is a plain Parquet file. */
export type FoundTable = { name: string; parts: TablePart[]; parquet: DiskFile | null };

/**
 * Finds the readable tables of a file, as its profile did; none for a file of images. Throws
 * `DatasetRefusal`.
 */
export async function findTables(
  input: ProfileInput,
  onBytes: (bytesDone: number) => void,
): Promise<FoundTable[]> {
  const unpacked = await unpack(input, onBytes);
  if (unpacked.kind === "images") {
    unpacked.archive.close();
    return [];
  }
  if (unpacked.kind === "files") {
    try {
      const survey = await surveyFiles(
        unpacked,
        input,
        () => false,
        (share) => onBytes(share * input.byteSize),
      );
      return listedTables(survey.found, input);
    } finally {
      unpacked.archive.close();
    }
  }
  const { file, detected } = unpacked;
  if (detected.kind !== "inner") {
    const isBare = detected.kind === "parquet" && file.filePath === input.filePath;
    const part = new FilePart("", file, { hint: null, detected });
    return [{ name: "", parts: [part], parquet: isBare ? file : null }];
  }
  const budget = new UnpackBudget(input.limits, Math.max(input.byteSize, file.byteSize));
  const inner = await surveyInner(
    { file, format: detected.format },
    join(input.workDir, "inner"),
    budget,
    (name) => name,
    (share) => onBytes(share * input.byteSize),
  );
  return listedTables(inner.found, input);
}

function listedTables(found: readonly FoundPart[], { limits }: ProfileInput): FoundTable[] {
  const { listed } = chooseTables(groupParts(found), limits);
  return listed.map(({ name, parts }) => ({ name, parts, parquet: null }));
}
