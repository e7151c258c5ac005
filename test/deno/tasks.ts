/**
 * The service's own programs under Deno, started as README.md says: `bunx deno task …` next to a
 * complete `.env`. The folder holds links to the repository's files, which keeps its own `.env`.
 */
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type RunningProcess, startProcess } from "../../dev/parts/process.ts";
import { eventually } from "../support/stack.ts";

const repositoryDir = join(import.meta.dir, "../..");
/** Longer than the workers' drain and their jobs' grace period. */
const stopTimes = { timeoutMs: 50_000, everyMs: 50 };
const ownFiles: ReadonlySet<string> = new Set([".env", ".git", ".data"]);

export type DenoFolder = { start(task: string): RunningProcess };

/**
 * The package unpacks Deno on its first call. A concurrent call would find no program, so it runs
 * first, as README says.
 */
export async function unpackDeno(): Promise<void> {
  const command = [process.execPath, "x", "deno", "--version"];
  const child = Bun.spawn(command, { cwd: repositoryDir, stdout: "ignore", stderr: "pipe" });
  const told = await new Response(child.stderr).text();
  if ((await child.exited) !== 0) throw new Error(`Deno was not unpacked: ${told}`);
}

/** The checkout with this `.env`; logs and Deno's cache are in `dir`, too. */
export function openDenoFolder(dir: string, env: Readonly<Record<string, string>>): DenoFolder {
  const checkout = join(dir, "checkout");
  mkdirSync(checkout, { recursive: true });
  for (const name of readdirSync(repositoryDir)) {
    if (!ownFiles.has(name)) symlinkSync(join(repositoryDir, name), join(checkout, name));
  }
  const lines = Object.entries(env).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(checkout, ".env"), lines.join(""));
  return { start: (task) => startTask(task, dir, checkout) };
}

function startTask(task: string, dir: string, cwd: string): RunningProcess {
  const name = task.replace(":", "-");
  const running = startProcess({
    name,
    // The long form of `bunx`: the Bun that runs the tests may lack that link.
    command: [process.execPath, "x", "deno", "task", task],
    cwd,
    logFile: join(dir, `${name}.log`),
    env: { PATH: process.env.PATH, HOME: dir, DENO_NO_UPDATE_CHECK: "1" },
  });
  return { ...running, stop: () => stopAsTerminal(running) };
}

/**
 * Ctrl-C reaches all processes of the terminal: Bun and the package's launcher end immediately,
 * Deno with the program ends in order. Resolves when none is left.
 */
async function stopAsTerminal({ pid }: RunningProcess): Promise<void> {
  if (signalGroup(pid, "SIGINT")) await eventually(() => !signalGroup(pid, 0), stopTimes);
}

/** False when nothing of the group is left. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ESRCH") return false;
    throw error;
  }
}
