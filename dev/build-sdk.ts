/** `bun run build:sdk`: makes the npm package in `.data/package`. The API serves it; `npm publish .data/package` publishes it. */
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const rootDir = join(import.meta.dir, "..");
/** Some three times today's size. */
const packageBytesMax = 1_500_000;

type Built = { path: string; content: string };

/** The same sources give the same bytes. Safe while another process reads or builds. */
export async function buildSdk(packageDir = join(rootDir, ".data/package")): Promise<void> {
  const files = [...(await modules()), ...(await declarations()), await commandLine()];
  for (const path of ["LICENSE", "sdk/package.json", "sdk/README.md"]) {
    files.push({ path: basename(path), content: await Bun.file(join(rootDir, path)).text() });
  }
  const bytes = files.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
  if (bytes > packageBytesMax) throw new Error(`The package has ${bytes} bytes.`);
  for (const { path, content } of files) {
    const to = join(packageDir, path);
    mkdirSync(dirname(to), { recursive: true });
    const written = `${to}.${process.pid}.tmp`;
    writeFileSync(written, content);
    renameSync(written, to);
  }
  const paths = files.map(({ path }) => path);
  for (const entry of readdirSync(packageDir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(packageDir.length + 1);
    const isOurs = !entry.isFile() || paths.includes(path) || path.endsWith(".tmp");
    if (!isOurs) rmSync(join(packageDir, path), { force: true });
  }
}

const sdkFiles = (folder: string, suffix: string): string[] =>
  readdirSync(join(rootDir, "sdk", folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(suffix))
    .sort();

const named = (code: string) => code.replaceAll(/(["']\.{1,2}\/[^"'\n]+)\.ts(["'])/g, "$1.js$2");

async function modules(): Promise<Built[]> {
  const transpiler = new Bun.Transpiler({ loader: "ts", target: "node" });
  const made = sdkFiles("src", ".ts")
    .filter((path) => path !== "generated/types.ts")
    .map(async (path) => {
      const source = await Bun.file(join(rootDir, "sdk/src", path)).text();
      return {
        path: `dist/${path.replace(/ts$/, "js")}`,
        content: named(transpiler.transformSync(source)),
      };
    });
  return Promise.all(made);
}

/** `bun run docs` wrote them; `generated/types.ts` has only types. */
async function declarations(): Promise<Built[]> {
  const made = sdkFiles("types", ".d.ts").map(async (path) => ({
    path: `dist/${path}`,
    content: named(await Bun.file(join(rootDir, "sdk/types", path)).text()),
  }));
  const types = await Bun.file(join(rootDir, "sdk/src/generated/types.ts")).text();
  return [...(await Promise.all(made)), { path: "dist/generated/types.d.ts", content: types }];
}

async function commandLine(): Promise<Built> {
  const { outputs, success, logs } = await Bun.build({
    entrypoints: [join(rootDir, "cli/main.ts")],
    target: "node",
    minify: { whitespace: true, syntax: true },
  });
  const [bundle] = outputs;
  if (!success || bundle === undefined) throw new AggregateError(logs);
  return { path: "dist/cli.js", content: await bundle.text() };
}

if (import.meta.main) await buildSdk();
