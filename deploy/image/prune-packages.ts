/**
 * `bun deploy/image/prune-packages.ts FOLDER`: takes out of a folder of installed packages what no process
 * of the marketplace loads. The image is built with it; licences and manifests stay.
 */
import { readdirSync, rmSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import process from "node:process";

/** Whole packages: peers that only compilers and test databases ask for. */
const packages = [
  "typescript",
  "@typescript",
  "bun-types",
  "undici-types",
  "@types",
  "csstype",
  "@electric-sql",
];

/** What a package ships for others: tests, other builds, other platforms, sizes that nobody asks for. */
const parts = [
  /^bare-[a-z]+\/prebuilds$/,
  /^bintrees\/test$/,
  /^dejavu-fonts-ttf\/ttf\/(?!DejaVuSans(-Bold)?\.ttf$)/,
  /^eld\/src\/ngrams\/(small|medium|large)\.js$/,
  /^pino\/(test|benchmarks)$/,
  /^spdx-license-list\/(licenses|spdx-full\.json)$/,
  /^swagger-ui-dist\/swagger-ui(-es-bundle(-core)?)?\.js$/,
  /^thread-stream\/test$/,
  /^zod\/src$/,
  /^@zip\.js\/zip\.js\/(index(-native)?\.cjs|dist\/(?!zip-web-worker|zip-module).+)$/,
];

/** Kinds of files for editors, debuggers and readers. */
const kinds = /\.(d\.[cm]?ts|map|markdown|md|flow|tsbuildinfo)$/i;

/** Returns the paths that were taken out, relative to `root`, and how many bytes they had. */
export function prunePackages(root: string): { paths: string[]; byteSize: number } {
  const paths: string[] = [];
  let byteSize = 0;
  for (const path of toTakeOut(root, root)) {
    byteSize += sizeOf(join(root, path));
    rmSync(join(root, path), { recursive: true });
    paths.push(path);
  }
  return { paths, byteSize };
}

function toTakeOut(root: string, folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = relative(root, join(folder, entry.name));
    if (packages.includes(path) || parts.some((part) => part.test(path))) return [path];
    if (entry.isDirectory()) return toTakeOut(root, join(folder, entry.name));
    return entry.isFile() && kinds.test(entry.name) ? [path] : [];
  });
}

function sizeOf(path: string): number {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.size;
  return readdirSync(path).reduce((total, name) => total + sizeOf(join(path, name)), 0);
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error("Name the folder of the packages.");
  const { paths, byteSize } = prunePackages(folder);
  process.stdout.write(`${paths.length} paths taken out, ${(byteSize / 1e6).toFixed(1)} MB\n`);
}
