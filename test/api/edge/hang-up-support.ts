/** Clients that hang up on an API in another process, under both runtimes. */
import { connect, type Socket } from "node:net";
import {
  describeExit,
  type RunningProcess,
  startProcess,
  untilReady,
} from "../../../dev/parts/process.ts";
import { startDeno } from "../../deno/deno.ts";
import { createTestDir, eventually } from "../../support/stack.ts";

const program = "api/main.ts";
const preload = "./test/support/programs/collect-garbage.ts";

type Env = Readonly<Record<string, string>>;
type Runtime = { name: string; start: (env: Env) => RunningProcess };

export const runtimes: Runtime[] = [
  {
    name: "Bun",
    start: (env) =>
      startProcess({
        name: "api",
        command: [process.execPath, "--preload", preload, program],
        cwd: new URL("../../..", import.meta.url).pathname,
        logFile: `${createTestDir()}/api.log`,
        env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
      }),
  },
  {
    name: "Deno",
    start: (env) => {
      const script = ["--v8-flags=--expose-gc", "--preload", preload, program];
      return startDeno("api", script, { env, dir: createTestDir() });
    },
  },
];

export async function untilServing(serving: RunningProcess, env: Env): Promise<void> {
  const isReady = async () => {
    const answer = await fetchOnce(env, "/health/ready").catch(() => null);
    return answer?.ok === true;
  };
  await untilReady(serving, isReady);
}

/** Uses a connection that ends with the answer. */
export async function fetchOnce(env: Env, path: string): Promise<Response> {
  const headers = { connection: "close" };
  const answer = await fetch(`${env.PUBLIC_BASE_URL}${path}`, { headers });
  await answer.bytes();
  return answer;
}

export function head(env: Env, target: string, headers: Record<string, string> = {}): string {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const host = `Host: ${new URL(String(env.PUBLIC_BASE_URL)).host}`;
  return [`${target} HTTP/1.1`, host, ...fields, "", ""].join("\r\n");
}

/** Sends a request and, once `isUnderway`, reads only the beginning of its answer. */
export async function begin(
  env: Env,
  request: string,
  isUnderway: (hasBegun: boolean) => boolean,
): Promise<Socket> {
  const socket = connect(Number(env.API_PORT), "127.0.0.1", () => socket.write(request));
  let said = "";
  socket.on("error", () => {});
  socket.once("data", (bytes) => {
    said = String(bytes);
    socket.pause();
  });
  await eventually(() => isUnderway(/^HTTP\/1\.1 20[06] /.test(said))).catch((cause: unknown) => {
    throw new Error(`nothing is underway: ${said.slice(0, 500)}`, { cause });
  });
  return socket;
}

/**
 * Garbage collecting an unclosed handle ends the process; this throws the process's last log lines
 * then.
 */
export async function surviveCollection(serving: RunningProcess): Promise<void> {
  const collections = () =>
    serving.lastLines(10_000).filter((line) => line === "garbage collected").length;
  const before = collections();
  if (!serving.hasExited()) process.kill(serving.pid, "SIGUSR2");
  await eventually(() => serving.hasExited() || collections() > before);
  if (serving.hasExited()) throw new Error(describeExit(serving, await serving.exited));
}

/** The full answer to a client that sends this text and then ends its side of the connection. */
export function say(env: Env, request: string): Promise<string> {
  return new Promise((resolve) => {
    let said = "";
    const port = Number(env.API_PORT);
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }, () =>
      socket.end(request),
    );
    socket.on("data", (bytes) => {
      said += String(bytes);
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(said));
    socket.on("end", () => socket.destroy());
  });
}
