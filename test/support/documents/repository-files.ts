import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const rootDir = join(import.meta.dir, "../../..");

/** The text of a file; the path is relative to the repository's root. */
export const read = (path: string): string => readFileSync(join(rootDir, path), "utf8");

/** Ignored, installed or generated. */
const outside = new Set(["node_modules", ".git", ".data", "coverage"]);

function listFiles(folder = ""): string[] {
  return readdirSync(join(rootDir, folder), { withFileTypes: true })
    .filter((entry) => !outside.has(entry.name))
    .flatMap((entry) => {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      return entry.isDirectory() ? listFiles(path) : [path];
    });
}

/** Every file, relative to the root. */
export const paths = listFiles();
export const textPaths = paths.filter((path) =>
  /\.(tsx?|md|json|ya?ml|toml|lock|sql|example)$/.test(path),
);
export const documentPaths = paths.filter((path) => path.endsWith(".md"));
export const sourcePaths = paths.filter((path) => /\.tsx?$/.test(path));

type Packages = Record<string, string>;
type Manifest = { dependencies: Packages; devDependencies: Packages };

const readManifest = (path: string): Manifest => ({
  devDependencies: {},
  ...(JSON.parse(read(path)) as Omit<Manifest, "devDependencies">),
});

/** The packages named in the repository's own manifests: the product's, `cli/`, `dev/` and `test/`. */
export const manifests = {
  product: readManifest("package.json"),
  cli: readManifest("cli/package.json"),
  dev: readManifest("dev/package.json"),
  test: readManifest("test/package.json"),
};

/** The matching lines as `path:line: text`, for readable failures. */
export function linesWith(pattern: RegExp, among: string[]): string[] {
  return among.flatMap((path) =>
    read(path)
      .split("\n")
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line}`] : [])),
  );
}

/** The rows of every table in a text, without header rows. */
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

/** The rows of all tables after a heading or comment; cells keep their backticks. */
export function tablesAfter(path: string, marker: string): string[][][] {
  const text = read(path);
  const start = text.indexOf(marker);
  if (start < 0) throw new Error(`${path} has no "${marker}"`);
  return tablesOf(text.slice(start));
}

/** The rows of the first table after a heading or comment; cells lose their backticks. */
export function tableAfter(path: string, marker: string): string[][] {
  const [table] = tablesAfter(path, marker);
  if (table === undefined) throw new Error(`${path} has no table behind "${marker}"`);
  return table.map((row) => row.map((cell) => cell.replaceAll("`", "")));
}
