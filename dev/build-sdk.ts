/** `bun run build:sdk`: makes the npm package in `.data/package`; `npm publish .data/package` publishes it. */
import { chmodSync, copyFileSync, mkdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";

const rootDir = join(import.meta.dir, "..");
const packageDir = join(rootDir, ".data/package");

rmSync(packageDir, { recursive: true, force: true });
mkdirSync(packageDir, { recursive: true });
const compiler = Bun.spawnSync(
  [process.execPath, join(rootDir, "node_modules/.bin/tsc"), "--project", join(rootDir, "sdk")],
  { stdio: ["ignore", "inherit", "inherit"] },
);
if (compiler.exitCode !== 0) process.exit(compiler.exitCode);
const bundled = await Bun.build({
  entrypoints: [join(rootDir, "cli/main.ts")],
  outdir: join(packageDir, "dist"),
  naming: "cli.js",
  target: "node",
  minify: { whitespace: true, syntax: true },
});
if (!bundled.success) throw new AggregateError(bundled.logs);
chmodSync(join(packageDir, "dist/cli.js"), 0o755);
for (const file of ["LICENSE", "sdk/package.json", "sdk/README.md"]) {
  copyFileSync(join(rootDir, file), join(packageDir, basename(file)));
}
