/** Generates clients from the document as an agent's developer would, in a separate folder. */
import { symlinkSync } from "node:fs";
import { join } from "node:path";

const repositoryDir = join(import.meta.dir, "../..");
const preload = join(import.meta.dir, "classic-typescript.ts");

const generators = {
  "openapi-typescript": (dir: string) => [
    "node_modules/openapi-typescript/bin/cli.js",
    join(dir, "openapi.json"),
    "-o",
    join(dir, "schema.d.ts"),
  ],
  "@hey-api/openapi-ts": (dir: string) => [
    "node_modules/@hey-api/openapi-ts/dist/run.mjs",
    "-i",
    join(dir, "openapi.json"),
    "-o",
    join(dir, "hey-api"),
    "-c",
    "@hey-api/client-fetch",
  ],
};

const compilerOptions = {
  target: "esnext",
  lib: ["esnext", "dom", "dom.iterable"],
  module: "esnext",
  moduleResolution: "bundler",
  strict: true,
  noEmit: true,
  types: [],
};

/**
 * Writes `schema.d.ts` and `hey-api/` next to the buyers' programs. Throws a generator's error
 * output.
 */
export async function generateClients(dir: string, document: string): Promise<void> {
  await Bun.write(join(dir, "openapi.json"), document);
  for (const name of ["buy-with-openapi-fetch", "buy-with-hey-api"]) {
    const program = Bun.file(join(import.meta.dir, `${name}.txt`));
    await Bun.write(join(dir, `${name}.ts`), program);
  }
  await Bun.write(join(dir, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["."] }));
  symlinkSync(join(repositoryDir, "node_modules"), join(dir, "node_modules"));
  await Promise.all(
    Object.values(generators).map((command) => run(["--preload", preload, ...command(dir)])),
  );
}

/** Type-checks everything in the folder, the buyers' programs included. */
export async function compileClients(dir: string): Promise<void> {
  await run(["node_modules/.bin/tsc", "--project", join(dir, "tsconfig.json")]);
}

async function run(args: string[]): Promise<void> {
  const child = Bun.spawn([process.execPath, ...args], {
    cwd: repositoryDir,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const output = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) !== 0) throw new Error(`${args.join(" ")}:\n${output.join("\n")}`);
}
