/**
 * `bun deploy/image/prune-packages.ts FOLDER`: removes from a folder of installed packages what no
 * process of the marketplace loads. Used to build the image; licences and manifests stay.
 */
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import process from "node:process";

/** Whole packages: types that another package lists as a dependency. */
const packages = ["csstype"];

/** Parts of packages for other purposes: tests, other builds, other platforms, unused sizes. */
const parts = [
  /^(@[^/]+\/)?[^/]+\/(tests?|bench|benchmarks?|examples?|\.github)$/,
  // Bun loads its source, by the condition `bun`.
  /^@rapideditor\/country-coder\/dist$/,
  /^@fontsource-variable\/inter\/(?!LICENSE$|package\.json$|files$|files\/inter-latin-wght-normal\.woff2$)/,
  /^dejavu-fonts-ttf\/(fontconfig|status\.txt|(lang|uni)cover\.txt)$/,
  /^dejavu-fonts-ttf\/ttf\/(?!DejaVuSans(-Bold)?\.ttf$)/,
  /^eld\/src\/ngrams\/(small|medium|large)\.js$/,
  /^spdx-license-list\/(licenses|spdx-full\.json)$/,
  /^stdnum\/src$/,
  /^swagger-ui-dist\/swagger-ui(-es-bundle(-core)?)?\.js$/,
  /^zod\/src$/,
  /^@e965\/xlsx\/(bin|xlsx\.js|xlsxworker\.js|dist\/(?!LICENSE$|cpexcel\.full\.mjs$).+)$/,
  /^@zip\.js\/zip\.js\/(index(-native)?\.cjs|dist\/(?!zip-web-worker|zip-module).+)$/,
];

/** File types for editors, debuggers and readers. */
const kinds = /\.(d\.[cm]?ts|map|markdown|md|flow|tsbuildinfo)$/i;

/** Licence files stay, whatever their type is. */
const terms = /^(licen[cs]e|copying|copyright|notice|patents|third[-_]?party)/i;
const readme = /^readme/i;

/** Returns the removed paths, relative to `root`, and their total size in bytes. */
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

/** Some packages have no licence file, or name another one in its place. */
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
