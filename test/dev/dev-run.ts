/** Runs `bun dev` as a separate process, with its own ports and data. */
import { afterEach } from "bun:test";
import { join } from "node:path";
import { isPortFree } from "../../dev/parts/ports.ts";
import { processesWith } from "../support/programs/processes.ts";
import { createTestDir, eventually, freePort } from "../support/stack.ts";

const repositoryDir = join(import.meta.dir, "../..");
const START_MS_MAX = 120_000;
/** Stopping workers finish their jobs, though NATS and Postgres are already gone. */
const END_MS_MAX = 25_000;

export type Run = {
  pid: number;
  dataDir: string;
  portBase: number;
  output(): string;
  exited: Promise<number>;
  signal(name: NodeJS.Signals): void;
};

const runs: Run[] = [];

/** Kills the started processes after each test of the calling file. */
export function killRunsAfterEach(): void {
  afterEach(async () => {
    for (const run of runs.splice(0)) {
      run.signal("SIGKILL");
      await run.exited;
      const gone = () => processesWith(run.dataDir).length === 0;
      await eventually(gone, { timeoutMs: END_MS_MAX });
    }
  });
}

/** Thirteen consecutive ports on which nobody listens now. */
export async function freePortBase(): Promise<number> {
  return eventually(async () => {
    const base = await freePort();
    const ports = Array.from({ length: 13 }, (_, offset) => base + offset);
    const free = await Promise.all(ports.map(isPortFree));
    return free.every(Boolean) ? base : undefined;
  });
}

/** Starts it without the demo catalogue; `extra` adds to its environment. */
export async function startDev(extra: Record<string, string> = {}): Promise<Run> {
  const dataDir = extra.DATA_DIR ?? createTestDir();
  const portBase = Number(extra.PORT_BASE ?? (await freePortBase()));
  const child = Bun.spawn([process.execPath, "dev/main.ts"], {
    cwd: repositoryDir,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DEMO_CATALOGUE: "false",
      DATA_DIR: dataDir,
      PORT_BASE: String(portBase),
      ...extra,
    },
    stdout: "pipe",
    stderr: "pipe",
  });
  let text = "";
  const collect = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) text += decoder.decode(chunk, { stream: true });
  };
  const collected = Promise.all([collect(child.stdout), collect(child.stderr)]);
  const run: Run = {
    pid: child.pid,
    dataDir,
    portBase,
    output: () => text,
    exited: child.exited.then(async (code) => {
      await collected;
      return code;
    }),
    signal: (name) => child.kill(name),
  };
  runs.push(run);
  return run;
}

/** Resolves when everything is up; rejects with the output if it ends before. */
export async function untilUp(run: Run): Promise<void> {
  const over = run.exited.then(() => {
    throw new Error(`the stack ended:\n${run.output()}`);
  });
  const up = eventually(() => run.output().includes("Ctrl-C stops"), { timeoutMs: START_MS_MAX });
  await Promise.race([up, over]);
}
