/** The files of this repository as tests of documents and rules read them: paths, lines, tables. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const rootDir = join(import.meta.dir, "../../..");

/** The text of a file, named from the root of the repository. */
export const read = (path: string): string => readFileSync(join(rootDir, path), "utf8");

/** Not what is ignored, installed or generated. */
const outside = new Set(["node_modules", ".git", ".data", "coverage"]);

function listFiles(folder = ""): string[] {
  return readdirSync(join(rootDir, folder), { withFileTypes: true })
    .filter((entry) => !outside.has(entry.name))
    .flatMap((entry) => {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      return entry.isDirectory() ? listFiles(path) : [path];
    });
}

/** Every file, named from the root. */
export const paths = listFiles();
export const textPaths = paths.filter((path) =>
  /\.(tsx?|md|json|ya?ml|toml|lock|sql|example)$/.test(path),
);
export const documentPaths = paths.filter((path) => path.endsWith(".md"));
export const sourcePaths = paths.filter((path) => /\.tsx?$/.test(path));

type Packages = Record<string, string>;
type Manifest = { dependencies: Packages; devDependencies: Packages };

const readManifest = (path: string) => JSON.parse(read(path)) as Manifest;

/** The packages that the repository's own manifests name: of the product, of `dev/` and of `test/`. */
export const manifests = {
  product: readManifest("package.json"),
  dev: readManifest("dev/package.json"),
  test: readManifest("test/package.json"),
};

/** Lines as `path:line: text` that match, for a failure that can be read. */
export function linesWith(pattern: RegExp, among: string[]): string[] {
  return among.flatMap((path) =>
    read(path)
      .split("\n")
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line}`] : [])),
  );
}

/** The rows of every table of a text, without heads. */
function tablesOf(text: string): string[][][] {
  const tables: string[][][] = [];
  let rows: string[] = [];
  for (const line of [...text.split("\n"), ""]) {
    if (line.startsWith("|")) {
      rows.push(line);
      continue;
    }
    if (rows.length > 0) tables.push(rows.slice(2).map(cellsOf));
    rows = [];
  }
  return tables;
}

function cellsOf(row: string): string[] {
  return row
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
}

/** The rows of the tables behind a heading or comment of a document, with their backticks. */
export function tablesAfter(path: string, marker: string): string[][][] {
  const text = read(path);
  const start = text.indexOf(marker);
  if (start < 0) throw new Error(`${path} has no "${marker}"`);
  return tablesOf(text.slice(start));
}

/** The rows of the first table behind a heading or comment; cells without their backticks. */
export function tableAfter(path: string, marker: string): string[][] {
  const [table] = tablesAfter(path, marker);
  if (table === undefined) throw new Error(`${path} has no table behind "${marker}"`);
  return table.map((row) => row.map((cell) => cell.replaceAll("`", "")));
}
