/** Reads the comments above constants and variables in the code. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const rootDir = join(import.meta.dir, "../..");

/** The text of a file, by its path from the repository's root. */
export const read = (path: string): string => readFileSync(join(rootDir, path), "utf8");

/** All files of these folders, by path from the repository's root. */
export const filesIn = (...folders: string[]): string[] =>
  folders.flatMap((folder) =>
    readdirSync(join(rootDir, folder), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(rootDir.length + 1))
      .toSorted(),
  );

const commented = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n\s*(?:export const )?([A-Za-z]\w*)(?::| =)/g;

/** Every commented name in a file, with the comment as one line. */
export function commentsIn(path: string): Map<string, string> {
  return new Map(
    [...read(path).matchAll(commented)].map(([, comment = "", name = ""]) => [
      name,
      comment
        .replaceAll(/\n\s*\*/g, " ")
        .replaceAll(/\s+/g, " ")
        .trim(),
    ]),
  );
}
