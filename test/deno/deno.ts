/** Starts the service's own programs under Deno, from the npm package that CI has installed. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { type RunningProcess, startProcess } from "../../dev/parts/process.ts";

const repositoryDir = join(import.meta.dir, "../..");

/**
 * The program itself: the package's launcher waits for it and forwards no signal. The test may have
 * to copy the binary from the platform's package first, since Bun runs no install script.
 */
export function denoProgram(): string {
  const installer: unknown = createRequire(import.meta.url)("deno/install_api.cjs");
  if (!hasRunInstall(installer)) throw new Error("The package deno has another installer now.");
  return installer.runInstall();
}

function hasRunInstall(value: unknown): value is { runInstall(): string } {
  return typeof value === "object" && value !== null && "runInstall" in value;
}

/** Runs `script` (from the repository's root) as `deno task` does, with only `env`. */
export function startDeno(
  name: string,
  script: string[],
  options: { env: Record<string, string>; dir: string },
): RunningProcess {
  return startProcess({
    name,
    command: [denoProgram(), "run", "--allow-all", "--no-prompt", ...script],
    cwd: repositoryDir,
    logFile: join(options.dir, `${name}.log`),
    env: {
      PATH: process.env.PATH,
      HOME: options.dir,
      // Stripping the types of all modules again takes three times as long as a start.
      DENO_DIR: join(repositoryDir, ".data/cache/deno"),
      DENO_NO_UPDATE_CHECK: "1",
      ...options.env,
    },
  });
}
