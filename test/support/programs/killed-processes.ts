/** Real processes of the service that a test kills with SIGKILL at a moment it chooses. */
import { afterEach } from "bun:test";
import { join } from "node:path";
import { eventually } from "../stack.ts";

type Child = ReturnType<typeof Bun.spawn>;

/** Another process may take the port while nothing runs here, so each start gets a range. */
function metricsPorts({ METRICS_PORT }: Record<string, string>): Record<string, string> {
  if (METRICS_PORT === undefined) return {};
  const first = Math.min(Number(METRICS_PORT), 65_500);
  return { METRICS_PORT: `${first}-${first + 20}` };
}

/**
 * For the top of a test file: processes started with this environment are killed after each test.
 */
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

/** Waits until a count reaches a random number, and then for a random time. */
export async function randomMoment(count: () => Promise<number>, most: number): Promise<void> {
  const enough = 1 + Math.floor(Math.random() * most);
  await eventually(async () => (await count()) >= enough, { timeoutMs: 30_000, everyMs: 1 });
  await Bun.sleep(Math.random() * 15);
}

/** The status that the caller received, or "cut off". */
export function outcomeOf(call: Promise<{ status: number }>): Promise<number | "cut off"> {
  return call.then(
    ({ status }) => status,
    () => "cut off" as const,
  );
}
