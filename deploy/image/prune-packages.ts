/**
 * `bun deploy/image/prune-packages.ts FOLDER`: takes out of a folder of installed packages what no process
 * of the marketplace loads. The image is built with it; licences and manifests stay.
 */
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import process from "node:process";

/** Whole packages: types that a package names among what it needs. */
const packages = ["csstype"];

/** What a package ships for others: tests, other builds, other platforms, sizes that nobody asks for. */
const parts = [
  /^(@[^/]+\/)?[^/]+\/(tests?|bench|benchmarks?|examples?|\.github)$/,
  // Bun takes its source, by the condition `bun`.
  /^@rapideditor\/country-coder\/dist$/,
  /^dejavu-fonts-ttf\/(fontconfig|status\.txt|(lang|uni)cover\.txt)$/,
  /^dejavu-fonts-ttf\/ttf\/(?!DejaVuSans(-Bold)?\.ttf$)/,
  /^eld\/src\/ngrams\/(small|medium|large)\.js$/,
  /^spdx-license-list\/(licenses|spdx-full\.json)$/,
  /^stdnum\/src$/,
  /^swagger-ui-dist\/swagger-ui(-es-bundle(-core)?)?\.js$/,
  /^zod\/src$/,
  /^@zip\.js\/zip\.js\/(index(-native)?\.cjs|dist\/(?!zip-web-worker|zip-module).+)$/,
];

/** Kinds of files for editors, debuggers and readers. */
const kinds = /\.(d\.[cm]?ts|map|markdown|md|flow|tsbuildinfo)$/i;

/** The terms that a package comes under stay, whatever kind of file they are in. */
const terms = /^(licen[cs]e|copying|copyright|notice|patents|third[-_]?party)/i;
const readme = /^readme/i;

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
  const entries = readdirSync(folder, { withFileTypes: true });
  const names = entries.map(({ name }) => name);
  const kept = hasTermsInReadme(folder, names) ? [terms, readme] : [terms];
  return entries.flatMap((entry) => {
    const path = relative(root, join(folder, entry.name));
    if (packages.includes(path) || parts.some((part) => part.test(path))) return [path];
    if (entry.isDirectory()) return toTakeOut(root, join(folder, entry.name));
    if (!entry.isFile() || !kinds.test(entry.name)) return [];
    return kept.some((name) => name.test(entry.name)) ? [] : [path];
  });
}

/** Some packages have no file of their licence, or name the other one in its place. */
function hasTermsInReadme(folder: string, names: string[]): boolean {
  if (!names.includes("package.json")) return false;
  if (!names.some((name) => terms.test(name))) return true;
  return /"SEE LICENSE IN README/i.test(readFileSync(join(folder, "package.json"), "utf8"));
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
