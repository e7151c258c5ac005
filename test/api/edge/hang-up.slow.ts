/**
 * Clients that hang up while an API sends or receives, under both runtimes: the API releases every
 * file and connection, and garbage collection finds nothing that would end the process.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import { v7 } from "uuid";
import type { RunningProcess } from "../../../dev/parts/process.ts";
import { visitorOf } from "../../site/visitor.ts";
import { sellerAgent } from "../../support/agents.ts";
import { openTestApi, type TestApi } from "../../support/api.ts";
import { createDraft } from "../../support/listings.ts";
import { newDraft, newOwner, newSellerAgent } from "../../support/operators.ts";
import { openConnections, openFiles } from "../../support/programs/descriptors.ts";
import { eventually, freePort, testEnv } from "../../support/stack.ts";
import { publishedFolder } from "../folders/support.ts";
import {
  begin,
  fetchOnce,
  head,
  runtimes,
  say,
  surviveCollection,
  untilServing,
} from "./hang-up-support.ts";

setDefaultTimeout(60_000);

/** More than all buffers between two local sockets hold. */
const bytesInAll = 48 * 1024 ** 2;
let env: Record<string, string> = {};
let port = 0;
let storeDir = "";
/** In this process: it prepares the data that the other process serves. */
let api: TestApi;
let free: { archive: string; file: string };
let joined: string;

beforeAll(async () => {
  env = await testEnv({ LOG_LEVEL: "info" });
  port = Number(env.API_PORT);
  storeDir = String(env.STORAGE_DIR);
  const ownPort = String(await freePort());
  const own = { API_PORT: ownPort, PUBLIC_BASE_URL: `http://localhost:${ownPort}` };
  api = await openTestApi({ ...env, ...own });
  free = await folderOnSale();
  joined = await joinedObject();
}, 120_000);

afterAll(() => api.close());

async function folderOnSale() {
  const { token } = await sellerAgent(api);
  const draft = await createDraft(api, token, { price_cents: 0 });
  const contents = { "a.csv": "id,city\n1,Lisbon\n", "large.bin": randomBytes(bytesInAll) };
  const id = await publishedFolder(api, token, draft, contents);
  const urlOf = async (query: string) => {
    const { body } = await api.send("GET", `/datasets/${id}/download-url${query}`);
    return pathOf(body.download_url);
  };
  return { archive: await urlOf(""), file: await urlOf("?path=large.bin") };
}

/** An object of two parts that is not stored as one file. */
async function joinedObject(): Promise<string> {
  const { storage } = api.ctx;
  const key = `uploads/${v7()}/${v7()}`;
  const id = await storage.startMultipart(key);
  for (const number of [1, 2]) {
    const body = randomBytes(bytesInAll / 2);
    const url = await storage.signPart(key, id, number, {
      ttlSeconds: 60,
      byteSizeMax: body.length,
    });
    await fetch(url, { method: "PUT", body });
  }
  const parts = (await storage.listParts(key, id)) ?? [];
  expect(await storage.completeMultipart(key, id, parts)).toBe("joined");
  const delivery = { downloadName: "joined.bin", contentType: "application/octet-stream" };
  return pathOf(await storage.signGet(key, { ttlSeconds: 3600, ...delivery }));
}

function pathOf(url: unknown): string {
  const { pathname, search } = new URL(String(url));
  return pathname + search;
}

/** An export of about 50 MB, because of the person's long listings. */
async function exportRequest(): Promise<string> {
  const owner = await newOwner(api);
  await newDraft(api, await newSellerAgent(api, owner));
  const { accountId } = owner;
  await api.db.execute(sql`
    insert into listings (id, agent_id, title, description, category, pricing_type, price_cents,
        tags, column_names, created_at, updated_at)
      select gen_random_uuid(), agent_id, title, repeat('x', 20000), category, pricing_type, price_cents,
          tags, column_names, created_at, updated_at
        from listings, generate_series(1, 2500)
        where agent_id in (select id from agents where account_id = ${accountId})`);
  const { headers, formToken } = await visitorOf(api, owner);
  const body = new URLSearchParams({ form_token: formToken, once: v7() }).toString();
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const sent = { ...headers, ...type, "content-length": String(body.length) };
  return head(env, "POST /account/leave/export", sent) + body;
}

/** The beginning of an upload to its signed URL. */
async function putRequest(): Promise<string> {
  const key = `uploads/${v7()}/${v7()}`;
  const url = await api.ctx.storage.signPut(key, { ttlSeconds: 60, byteSizeMax: bytesInAll });
  return (
    head(env, `PUT ${pathOf(url)}`, { "content-length": String(bytesInAll) }) + "x".repeat(100_000)
  );
}

/** The same upload through the website's form. */
async function formRequest(): Promise<string> {
  const owner = await newOwner(api);
  const id = await newDraft(api, await newSellerAgent(api, owner));
  const { headers, formToken } = await visitorOf(api, owner);
  const field = (name: string, more = "") =>
    `--cut\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const fields = `${field("form_token")}${formToken}\r\n${field("once")}${v7()}\r\n`;
  const file = `${field("file", '; filename="a.csv"')}${"1,2\n".repeat(30_000)}`;
  const type = { "content-type": "multipart/form-data; boundary=cut" };
  const sent = { ...headers, ...type, "content-length": String(bytesInAll) };
  return head(env, `POST /account/listings/${id}/file`, sent) + fields + file;
}

type Kind = {
  name: string;
  request: () => string | Promise<string>;
  /** The sign that the API is in the middle of the request. */
  isUnderway: "answering" | "reading" | "writing" | "waiting";
};

const kinds: Kind[] = [
  { name: "a zip file", request: () => head(env, `GET ${free.archive}`), isUnderway: "reading" },
  {
    name: "a zip file of which only the head is wanted",
    request: () => head(env, `HEAD ${free.archive}`),
    isUnderway: "answering",
  },
  { name: "a file", request: () => head(env, `GET ${free.file}`), isUnderway: "reading" },
  {
    name: "a range of a file",
    request: () => head(env, `GET ${free.file}`, { range: "bytes=1000-" }),
    isUnderway: "reading",
  },
  { name: "a joined file", request: () => head(env, `GET ${joined}`), isUnderway: "reading" },
  {
    name: "a range of a joined file",
    request: () => head(env, `GET ${joined}`, { range: `bytes=${bytesInAll / 4}-` }),
    isUnderway: "reading",
  },
  { name: "an account's data", request: exportRequest, isUnderway: "answering" },
  { name: "an upload", request: putRequest, isUnderway: "writing" },
  { name: "a form with a file", request: formRequest, isUnderway: "writing" },
  {
    name: "a wait for events",
    request: async () => {
      const { token } = await sellerAgent(api);
      return head(env, "GET /events?wait=20&after=now", { authorization: `Bearer ${token}` });
    },
    isUnderway: "waiting",
  },
];

describe.each(runtimes)("under $name, clients that hang up in the middle of", ({ name, start }) => {
  let serving: RunningProcess;

  beforeAll(async () => {
    serving = start(env);
    await untilServing(serving, env);
  }, 90_000);

  afterAll(() => serving.stop());

  const held = () => {
    const connections = openConnections(serving.pid, "own", port);
    return { files: openFiles(serving.pid, storeDir), connections };
  };
  const isOpen = () => held().files.length > 0;
  const signs: Record<Kind["isUnderway"], (hasBegun: boolean) => boolean> = {
    answering: (hasBegun) => hasBegun,
    reading: (hasBegun) => hasBegun && isOpen(),
    writing: isOpen,
    waiting: () => held().connections > 0,
  };

  test.each(kinds)("$name leaves nothing open", async ({ request, isUnderway }) => {
    const { files } = held();
    for (let time = 0; time < 3; time += 1) {
      const socket = await begin(env, await request(), signs[isUnderway]);
      socket.destroy();
      expect((await fetchOnce(env, "/categories")).status).toBe(200);
    }
    const isLetGo = () =>
      serving.hasExited() || isDeepStrictEqual(held(), { files, connections: 0 });
    await eventually(isLetGo).catch((cause: unknown) => {
      throw new Error(`it holds ${JSON.stringify(held())}`, { cause });
    });
    await surviveCollection(serving);
    expect((await fetchOnce(env, "/health/live")).status).toBe(200);
  });

  test.each(brokenBodies)("a broken body is the caller's fault: %s", async (_, framing, body) => {
    for (const [target, type] of readers) {
      const sent = { ...(await signedIn()), "content-type": type, ...framing };
      const before = loggedWith(serving, 400).length;
      const said = await say(env, head(env, target, sent) + body);
      // Bun itself answers a request that it cannot parse; Deno hangs up without calling the API.
      if (name === "Deno" && said === "") continue;
      if (said !== "") expect(said).toStartWith("HTTP/1.1 400 ");
      if (name === "Deno" && type === "application/json") {
        expect(said).toContain('"code":"invalid_request"');
      }
      const isNoted = () => loggedWith(serving, 400).length > before;
      await eventually(isNoted).catch((cause: unknown) => {
        throw new Error(`no line says 400 of ${target}`, { cause });
      });
    }
    expect(loggedWith(serving, 500)).toEqual([]);
    const metrics = await fetch(`http://127.0.0.1:${env.METRICS_PORT}/metrics`);
    expect(await metrics.text()).not.toMatch(/^http_internal_errors_total\{.*\} [1-9]/m);
  });

  test("of several Host fields none is chosen", async () => {
    for (const version of ["1.0", "1.1"]) {
      for (const other of ["evil.example", `localhost:${port}`, ""]) {
        const hosts = `Host: localhost:${port}\r\nHost: ${other}\r\n`;
        const said = await say(env, `GET /categories HTTP/${version}\r\n${hosts}\r\n`);
        expect(said).toMatch(/^HTTP\/1\.[01] 400 /);
      }
    }
  });
});

/** The handlers that read request bodies, each in its own way. */
const readers: [target: string, contentType: string][] = [
  ["POST /agent/register", "application/json"],
  ["POST /oauth/token", "application/x-www-form-urlencoded"],
  ["POST /account/leave/close", "application/x-www-form-urlencoded"],
];

const chunked = { "transfer-encoding": "chunked" };
const brokenBodies: [name: string, framing: Record<string, string>, body: string][] = [
  ["a size that is none", chunked, "zz\r\n{}\r\n0\r\n\r\n"],
  ["a second size that is none", chunked, "2\r\n{}\r\nzz\r\n"],
  ["a chunk that is longer than it said", chunked, "2\r\n{}XX0\r\n\r\n"],
  ["a chunk that breaks off", chunked, "20\r\n{}"],
  ["fewer bytes than were announced", { "content-length": "50" }, "{}"],
];

let session: Record<string, string> | null = null;

async function signedIn(): Promise<Record<string, string>> {
  session ??= (await visitorOf(api, await newOwner(api))).headers;
  return session;
}

function loggedWith(serving: RunningProcess, status: number): string[] {
  return serving.lastLines(10_000).filter((line) => line.includes(`"status":${status},`));
}
