/** Real processes of the service, which die by kill -9 at a moment that a test chooses. */
import { afterEach } from "bun:test";
import { join } from "node:path";
import { eventually } from "../stack.ts";

type Child = ReturnType<typeof Bun.spawn>;

/** Another process may take a port while nothing runs here: each start has the choice of some. */
function metricsPorts({ METRICS_PORT }: Record<string, string>): Record<string, string> {
  if (METRICS_PORT === undefined) return {};
  const first = Math.min(Number(METRICS_PORT), 65_500);
  return { METRICS_PORT: `${first}-${first + 20}` };
}

/** For the top of a test file: what it starts with this environment is gone after each test. */
export function killableProcesses(env: Record<string, string>) {
  const children = new Set<Child>();

  function start(...args: string[]): Child {
    const child = Bun.spawn([process.execPath, ...args], {
      cwd: join(import.meta.dir, "../../.."),
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env, ...metricsPorts(env) },
      stdin: "ignore",
      stdout: "ignore",
      stderr: "inherit",
    });
    children.add(child);
    return child;
  }

  async function kill(child: Child): Promise<void> {
    child.kill("SIGKILL");
    await child.exited;
    children.delete(child);
  }

  afterEach(async () => {
    for (const child of children) await kill(child);
  });

  return {
    start,
    kill,
    /** An API that serves at `PUBLIC_BASE_URL`. */
    async startApi(): Promise<Child> {
      const child = start("api/main.ts");
      const url = `http://127.0.0.1:${env.API_PORT}/health/live`;
      await eventually(async () => (await fetch(url)).ok, { timeoutMs: 30_000 });
      return child;
    },
  };
}

/** Waits for a count to reach a number of chance, and then for a moment of chance. */
export async function randomMoment(count: () => Promise<number>, most: number): Promise<void> {
  const enough = 1 + Math.floor(Math.random() * most);
  await eventually(async () => (await count()) >= enough, { timeoutMs: 30_000, everyMs: 1 });
  await Bun.sleep(Math.random() * 15);
}

/** How a call ended for its caller: with a status, or cut off. */
export function outcomeOf(call: Promise<{ status: number }>): Promise<number | "cut off"> {
  return call.then(
    ({ status }) => status,
    () => "cut off" as const,
  );
}
