/**
 * No stranger's request may block other callers: a corpus of bodies, addresses and headers goes to
 * every operation of a real process, which must answer each as documented. bench/edge/event-loop.ts
 * measures what each costs the event loop.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { verifiedAgent } from "../../support/agents.ts";
import { openTestApi, type TestApi } from "../../support/api.ts";
import { createDraft } from "../../support/listings.ts";
import { newKey, newOwner } from "../../support/operators.ts";
import { type MeasuredProcess, startMeasured } from "../../support/programs/measured-process.ts";
import { testEnv } from "../../support/stack.ts";
import { hostileBodies } from "./bodies.ts";
import { hostileRequests } from "./requests.ts";

const logLineCharsMax = 4000;

type Operation = { method: string; path: string; token: string | undefined };

let api: TestApi;
let child: MeasuredProcess;
let base: string;
let operations: Operation[];

beforeAll(async () => {
  api = await openTestApi();
  const env = await testEnv({
    DATABASE_URL: api.databaseUrl,
    AGENT_TOKEN_SECRET: api.config.AGENT_TOKEN_SECRET.join(","),
    LOG_LEVEL: "info",
  });
  base = `http://127.0.0.1:${env.API_PORT}`;
  child = await startMeasured(
    "api/main.ts",
    env,
    async () => (await fetch(`${base}/health/live`)).ok,
  );
  operations = await listOperations();
}, 60_000);

afterAll(async () => {
  await child.stop();
  await api.close();
});

async function listOperations(): Promise<Operation[]> {
  const { token } = await verifiedAgent(api);
  const draftId = await createDraft(api, token);
  const { secret } = await newKey(api, await newOwner(api));
  const { paths } = (await api.send("GET", "/openapi.json")).body as {
    paths: Record<string, Record<string, { security?: Record<string, unknown>[] }>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => ["get", "post", "patch", "put", "delete"].includes(method))
      .map(([method, { security = [] }]) => {
        const schemes = security.flatMap((scheme) => Object.keys(scheme));
        const isAgents = schemes.some((scheme) => scheme.startsWith("agent"));
        const isPublic = schemes.length === 0;
        return {
          method: method.toUpperCase(),
          path: path.replaceAll(/\{\w+\}/g, draftId),
          token: isPublic ? undefined : isAgents ? token : secret,
        };
      }),
  );
}

type Sent = { status: number; code: string };

async function send(
  { method, path, token }: Operation,
  more: { name: string; body?: string; headers?: Record<string, string> },
): Promise<Sent> {
  const headers = { ...(token && { authorization: `Bearer ${token}` }), ...more.headers };
  return await child.measure(`${more.name}: ${method} ${path}`, async () => {
    const init = { method, headers, redirect: "manual" as const };
    const response = await fetch(base + path, more.body ? { ...init, body: more.body } : init);
    return { status: response.status, code: codeOf(await response.text()) };
  });
}

function codeOf(text: string): string {
  return /"code":"(\w+)"/.exec(text)?.[1] ?? "";
}

/** The operation and the request, for answers that were wrong. */
const about = ({ method, path }: Operation, sent: Sent) => ({ at: `${method} ${path}`, ...sent });

describe("a hostile body to every operation that takes one", () => {
  test.each(hostileBodies.map((hostile) => [hostile.name, hostile] as const))(
    "%s",
    async (_, hostile) => {
      const headers = { "content-type": hostile.contentType ?? "application/json" };
      const wrong = [];
      for (const operation of operations.filter(
        ({ method }) => !["GET", "DELETE"].includes(method),
      )) {
        const sent = await send(operation, { name: hostile.name, body: hostile.body, headers });
        // A folder of ten thousand files is read in slices, so its fields are refused instead of
        // their number.
        const isOfFolders = operation.path.endsWith("/upload-urls");
        const codes = [hostile.code, isOfFolders ? "invalid_request" : hostile.code];
        // The files of a dispute and a logo need a larger body limit, so a body too large elsewhere
        // is parsed there.
        if (/\/(dispute(\/answers)?|logo)$/.test(operation.path)) codes.push("malformed_json");
        const isRefused = hostile.code === undefined || codes.includes(sent.code);
        const isAnswered = sent.status > 0 && sent.status < 500;
        if (isRefused && isAnswered) continue;
        wrong.push(about(operation, sent));
      }
      expect(wrong).toEqual([]);
    },
    60_000,
  );
});

describe("a hostile address or header to every operation that reads", () => {
  test.each(hostileRequests.map((hostile) => [hostile.name, hostile] as const))(
    "%s",
    async (_, hostile) => {
      const { name, query, path, headers = {} } = hostile;
      const reading = operations.filter(({ method }) => method === "GET");
      const asked =
        path === undefined
          ? reading.map((operation) => ({ ...operation, path: `${operation.path}?${query ?? ""}` }))
          : [{ method: "GET", path, token: undefined }];
      const wrong = [];
      for (const operation of asked) {
        const sent = await send(operation, { name, headers });
        if (sent.status > 0 && sent.status < 500) continue;
        wrong.push(about(operation, sent));
      }
      expect(wrong).toEqual([]);
    },
    60_000,
  );
});

test("no value that was sent stands in the log", () => {
  const lines = readFileSync(child.logFile, "utf8").split("\n");
  expect(lines.length).toBeGreaterThan(1000);
  expect(lines.filter((line) => line.length > logLineCharsMax)).toEqual([]);
});
