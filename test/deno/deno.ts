/** Starts the service's own programs under Deno, from the npm package that CI has installed. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { type RunningProcess, startProcess } from "../../dev/parts/process.ts";

const repositoryDir = join(import.meta.dir, "../..");

/**
 * The program itself: the package's own launcher waits for it and passes no signal on. Its folder
 * may be copied from the platform's package first, since Bun runs no install script.
 */
function denoProgram(): string {
  const installer: unknown = createRequire(import.meta.url)("deno/install_api.cjs");
  if (!hasRunInstall(installer)) throw new Error("The package deno has another installer now.");
  return installer.runInstall();
}

function hasRunInstall(value: unknown): value is { runInstall(): string } {
  return typeof value === "object" && value !== null && "runInstall" in value;
}

/** Runs `script` (from the root of the repository) as `deno task` does, with only `env`. */
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
      // To strip the types of all modules again takes three times what a start takes.
      DENO_DIR: join(repositoryDir, ".data/cache/deno"),
      DENO_NO_UPDATE_CHECK: "1",
      ...options.env,
    },
  });
}
