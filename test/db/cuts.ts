/** The ways in which this folder's tests lose a database, and the runtimes that must survive it. */
import { join } from "node:path";
import process from "node:process";
import { type RunningProcess, startProcess } from "../../dev/parts/process.ts";
import { startDeno } from "../deno/deno.ts";
import { type CuttingProxy, startCuttingProxy } from "../support/programs/cutting-proxy.ts";
import { type OwnPostgres, startOwnPostgres } from "../support/programs/own-postgres.ts";

/** Cuts of each kind on each runtime: `DATABASE_CUTS=30` is the full size. */
export const cutsCount = Number(process.env.DATABASE_CUTS ?? 1);

type Cut = { name: string; act(): Promise<unknown> };

export type CutDatabase = {
  postgres: OwnPostgres;
  /** The address for the processes, through the proxy that cuts. */
  url: string;
  cuts: Cut[];
  stop(): Promise<void>;
};

/** `frozenMs` must exceed a client's timeout for the timeout to be seen. */
export async function startCutDatabase(frozenMs: number): Promise<CutDatabase> {
  const postgres = await startOwnPostgres();
  const proxy = await startCuttingProxy(new URL(postgres.url));
  const url = new URL(postgres.url);
  url.port = String(proxy.port);
  return {
    postgres,
    url: url.href,
    cuts: cutsOf(postgres, proxy, frozenMs),
    async stop() {
      await proxy.close();
      await postgres.stop();
    },
  };
}

function cutsOf(postgres: OwnPostgres, proxy: CuttingProxy, frozenMs: number): Cut[] {
  return [
    {
      name: "kill -9 of the server",
      async act() {
        await postgres.kill();
        await postgres.restart();
      },
    },
    {
      name: "pg_terminate_backend of every session",
      act: () => postgres.terminateBackends(),
    },
    { name: "a reset in the middle of statements", act: async () => proxy.cut() },
    {
      name: "a frozen server",
      async act() {
        postgres.freeze();
        // Timing is the subject.
        await Bun.sleep(frozenMs);
        postgres.thaw();
      },
    },
  ];
}

export type Start = (
  name: string,
  script: string[],
  given: { env: Record<string, string>; dir: string },
) => RunningProcess;

const startBun: Start = (name, script, { env, dir }) =>
  startProcess({
    name,
    command: [process.execPath, ...script],
    cwd: join(import.meta.dir, "../.."),
    logFile: join(dir, `${name}.log`),
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stopTimeoutMs: 30_000,
  });

export const runtimes: { name: string; start: Start }[] = [
  { name: "Bun", start: startBun },
  { name: "Deno", start: startDeno },
];
