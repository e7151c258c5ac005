/**
 * Replaces API containers one by one under constant calls. The balancer polls `/health/ready` and
 * retries nothing, so a failed call is counted as failed.
 */
import { images } from "./images.ts";
import { type Machine, until } from "./machine.ts";
import type { Seller } from "./trade.ts";
import type { Trial } from "./trial.ts";

const PROBE_MS = 200;
/** The number of failures after which balancers and kubelets remove a process. */
const SILENCES_MAX = 3;
const LAME_DUCK_SECONDS = 3;
const STOP_SECONDS_MAX = 40;
const READY_SECONDS_MAX = 60;
const CALLERS = 6;

export type Replaced = {
  calls: number;
  writes: number;
  failures: string[];
  startMs: number[];
  stopMs: number[];
};

type Balancer = {
  url: string;
  targets: Map<string, string>;
  isReady(name: string): boolean;
  stop(): Promise<void>;
};

/** Begins with two containers of `former`, ends with two of this release. */
export async function replaceUnderLoad(
  machine: Machine,
  { trial, seller, former }: { trial: Trial; seller: Seller; former: string },
): Promise<Replaced> {
  const balancer = startBalancer();
  const result: Replaced = { calls: 0, writes: 0, failures: [], startMs: [], stopMs: [] };
  const names = ["api-a", "api-b"];
  const start = (name: string, image: string) =>
    startApi(machine, { trial, balancer, name, image });
  try {
    for (const name of names) await start(name, former);
    const stopped = new AbortController();
    const callers = Array.from({ length: CALLERS }, (_, index) =>
      keepCalling({ url: balancer.url, seller, index, signal: stopped.signal, result }),
    );
    for (const name of names) {
      await untilMoreCalls(result);
      const since = performance.now();
      await machine.run(["podman", "stop", "--time", String(STOP_SECONDS_MAX), name]);
      result.stopMs.push(performance.now() - since);
      balancer.targets.delete(name);
      await machine.run(["podman", "rm", name]);
      result.startMs.push(await start(name, images.market));
    }
    await untilMoreCalls(result);
    stopped.abort();
    await Promise.all(callers);
  } finally {
    await balancer.stop();
    for (const name of names) {
      await machine.run(["podman", "rm", "--force", "--time", "0", name], { mayFail: true });
    }
  }
  return result;
}

/**
 * Uses the environment, network and volumes of the trial's own API. Returns the time until ready.
 */
async function startApi(
  machine: Machine,
  options: { trial: Trial; balancer: Balancer; name: string; image: string },
): Promise<number> {
  const { trial, balancer, name, image } = options;
  const like = await inspect(machine, trial.nameOf("api"));
  const own = [
    `LAME_DUCK_SECONDS=${LAME_DUCK_SECONDS}`,
    // All calls come from the balancer.
    "RATE_LIMIT_PUBLIC_PER_MINUTE=1000000",
    "RATE_LIMIT_AGENT_PER_MINUTE=1000000",
  ];
  const settings = [...like.Config.Env, ...own].flatMap((each) => ["--env", each]);
  const [network = ""] = Object.keys(like.NetworkSettings.Networks);
  const hardened = ["--read-only", "--cap-drop", "ALL", "--security-opt", "no-new-privileges"];
  const files = like.Mounts.filter(({ Type }) => Type === "volume").flatMap((mount) => [
    "--volume",
    `${mount.Name}:${mount.Destination}`,
  ]);
  const since = performance.now();
  await machine.run([
    ...["podman", "run", "--detach", "--init", "--name", name, "--network", network],
    ...["--tmpfs", "/tmp", ...hardened, ...files, ...settings, image, "bun", "api/main.ts"],
  ]);
  const { NetworkSettings } = await inspect(machine, name);
  balancer.targets.set(name, NetworkSettings.Networks[network]?.IPAddress ?? "");
  await until(`${name} is ready`, READY_SECONDS_MAX, async () => balancer.isReady(name));
  return performance.now() - since;
}

type Inspected = {
  Config: { Env: string[] };
  Mounts: { Type: string; Name: string; Destination: string }[];
  NetworkSettings: { Networks: Record<string, { IPAddress: string }> };
};

async function inspect(machine: Machine, name: string): Promise<Inspected> {
  const { stdout } = await machine.run(["podman", "container", "inspect", name]);
  const [found] = JSON.parse(stdout) as Inspected[];
  if (found === undefined) throw new Error(`There is no container ${name}.`);
  return found;
}

/** A container that is unready or gone gets no more calls; a slow one may be on a busy machine. */
async function probeReadiness(address: string): Promise<"ready" | "unready" | "silent"> {
  try {
    const signal = AbortSignal.timeout(1000);
    const { ok } = await fetch(`http://${address}:4000/health/ready`, { signal });
    return ok ? "ready" : "unready";
  } catch (error) {
    return error instanceof Error && error.name === "TimeoutError" ? "silent" : "unready";
  }
}

function startBalancer(): Balancer {
  const targets = new Map<string, string>();
  const ready = new Set<string>();
  let turn = 0;
  const silences = new Map<string, number>();
  const probe = setInterval(async () => {
    for (const [name, address] of targets) {
      const said = await probeReadiness(address);
      const silent = said === "silent" ? (silences.get(name) ?? 0) + 1 : 0;
      silences.set(name, silent);
      if (said === "ready") ready.add(name);
      else if (said === "unready" || silent >= SILENCES_MAX) ready.delete(name);
    }
  }, PROBE_MS);
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const open = [...targets].filter(([name]) => ready.has(name));
      turn += 1;
      const [, address] = open[turn % open.length] ?? [];
      if (address === undefined) return new Response("no container is ready", { status: 502 });
      const { pathname, search } = new URL(request.url);
      const { method, headers } = request;
      const body = method === "GET" ? undefined : await request.arrayBuffer();
      const url = `http://${address}:4000${pathname}${search}`;
      return fetch(url, { method, headers, body, decompress: false });
    },
    error: (error) => new Response(`the container did not answer: ${error}`, { status: 502 }),
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    targets,
    isReady: (name) => ready.has(name),
    async stop() {
      clearInterval(probe);
      await server.stop(true);
    },
  };
}

type Caller = {
  url: string;
  seller: Seller;
  index: number;
  signal: AbortSignal;
  result: Replaced;
};

type Call = { method: string; path: string; body?: string };

/**
 * Searches, an agent's own data, and every fourth time a draft, which is deleted before the next
 * one.
 */
async function keepCalling({ url, seller, index, signal, result }: Caller): Promise<void> {
  const headers = {
    Authorization: `Bearer ${seller.token}`,
    "Content-Type": "application/json",
  };
  let draftId: string | null = null;
  for (let turn = index; !signal.aborted; turn += 1) {
    const call: Call = turn % 4 === 0 ? writeOf(turn, draftId) : readOf(turn);
    const outcome = await fetch(`${url}${call.path}`, { ...call, headers })
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch((error: unknown) => ({ status: 0, text: String(error) }));
    result.calls += 1;
    if (call.method !== "GET") result.writes += 1;
    if (outcome.status < 200 || outcome.status > 299) {
      result.failures.push(
        `${call.method} ${call.path}: ${outcome.status} ${outcome.text.slice(0, 200)}`,
      );
    }
    if (call.method === "DELETE") draftId = null;
    if (call.method === "POST" && outcome.status === 201) draftId = JSON.parse(outcome.text).id;
  }
}

const readOf = (turn: number): Call => ({
  method: "GET",
  path: turn % 2 === 0 ? "/datasets?query=tide" : "/agent/me",
});

/**
 * An agent may hold a limited number of drafts, and a fast machine would exceed it during the test.
 */
const writeOf = (turn: number, draftId: string | null): Call =>
  draftId === null
    ? { method: "POST", path: "/listings/draft", body: JSON.stringify(draftOf(turn)) }
    : { method: "DELETE", path: `/listings/draft/${draftId}` };

const draftOf = (call: number) => ({
  title: `Draft under replacement ${call}`,
  description: "Made while the containers of the API are replaced one by one.",
  category: "sensor",
  license: "CC-BY-4.0",
});

/** The load continues between two steps: at least several times as many calls as callers. */
async function untilMoreCalls(result: Replaced): Promise<void> {
  const goal = result.calls + CALLERS * 10;
  await until("calls go on", READY_SECONDS_MAX, async () => result.calls >= goal);
}
