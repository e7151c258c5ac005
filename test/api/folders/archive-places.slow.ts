/** Slow readers of zip files are ended, and block neither other networks nor buyers. */
import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";
import { ArchiveDownloads } from "../../../market/catalogue/folder/archive-downloads.ts";
import {
  ARCHIVES_AT_ONCE_FOR_PURCHASES,
  ARCHIVES_AT_ONCE_MAX,
  ARCHIVES_AT_ONCE_PER_BUYER_MAX,
  ARCHIVES_AT_ONCE_PER_NETWORK_MAX,
} from "../../../market/catalogue/limits.ts";
import { openTestApi, type TestApi } from "../../support/api.ts";
import { createDraft } from "../../support/listings.ts";
import { createLogLines } from "../../support/log-lines.ts";
import { purchaseOf, testMarket } from "../../support/market.ts";
import { openConnections } from "../../support/programs/descriptors.ts";
import { eventually } from "../../support/stack.ts";
import { publishedFolder } from "./support.ts";

setDefaultTimeout(60_000);

/** More than all buffers between two local sockets hold. */
const bytesInAll = 48 * 1024 ** 2;
const freeMax = ARCHIVES_AT_ONCE_MAX - ARCHIVES_AT_ONCE_FOR_PURCHASES;

const behindProxy = { TRUSTED_PROXY_HOPS: "1" };
const market = await testMarket(behindProxy);
const { api, seller, buyer } = market;
const sockets = new Set<Socket>();
let free = "";
let purchaseId = "";

async function folderOnSale(priceCents: number): Promise<string> {
  const draftId = await createDraft(api, seller.token, { price_cents: priceCents });
  const contents = { "a.csv": "id,city\n1,Lisbon\n", "large.bin": randomBytes(bytesInAll) };
  return publishedFolder(api, seller.token, draftId, contents);
}

beforeAll(async () => {
  const id = await folderOnSale(0);
  const { body } = await api.send("GET", `/datasets/${id}/download-url`);
  free = new URL(String(body.download_url)).pathname;
  purchaseId = await purchaseOf(market, await folderOnSale(1000));
}, 120_000);

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await eventually(async () => {
    const answer = await fetchFrom(network(0), free);
    await answer.body?.cancel();
    return answer.ok;
  });
});

async function boughtPath(): Promise<string> {
  const address = `/purchases/${purchaseId}/download-url`;
  const { body } = await api.send("GET", address, { token: buyer.token });
  return new URL(String(body.download_url)).pathname;
}

const network = (index: number) => `203.0.113.${index + 1}`;

function fetchFrom(address: string, path: string, to: TestApi = api): Promise<Response> {
  const headers = { "x-forwarded-for": address, connection: "close" };
  return fetch(`http://localhost:${to.config.API_PORT}${path}`, { headers });
}

/** Starts a download and reads only its head; returns the status. */
async function stall(address: string, path: string, to: TestApi = api): Promise<number> {
  const { API_PORT: port } = to.config;
  const socket = connect(port, "127.0.0.1", () =>
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\n\r\n`),
  );
  sockets.add(socket);
  socket.on("error", () => {});
  let status = 0;
  socket.once("data", (bytes) => {
    status = Number(String(bytes).split(" ")[1]);
    socket.pause();
  });
  await eventually(() => status > 0);
  return status;
}

async function stallMany(count: number, address: (index: number) => string, path: string) {
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1) statuses.push(await stall(address(index), path));
  return statuses;
}

test("32 slow readers of one network take its places, and another network's download is whole", async () => {
  const statuses = await stallMany(ARCHIVES_AT_ONCE_MAX, () => network(0), free);
  const begun = statuses.filter((status) => status === 200);
  expect(begun.length).toBe(ARCHIVES_AT_ONCE_PER_NETWORK_MAX);
  const refused = await fetchFrom(network(0), free);
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toBe("10");
  const { detail, code } = (await refused.json()) as { detail: string; code: string };
  expect(code).toBe("rate_limited");
  expect(detail).toContain("Wait until one has ended, or download the files one by one");
  const other = await fetchFrom(network(1), free);
  expect(other.status).toBe(200);
  expect((await other.bytes()).length).toBeGreaterThan(bytesInAll);
});

test("slow readers from many networks leave the places for buyers, and one buyer has several", async () => {
  const spread = (index: number) => network(Math.floor(index / ARCHIVES_AT_ONCE_PER_NETWORK_MAX));
  const statuses = await stallMany(freeMax, spread, free);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect((await fetchFrom(network(200), free)).status).toBe(429);
  const path = await boughtPath();
  const bought = await fetchFrom(network(0), path);
  expect(bought.status).toBe(200);
  expect((await bought.bytes()).length).toBeGreaterThan(bytesInAll);
  const own = await stallMany(ARCHIVES_AT_ONCE_PER_BUYER_MAX + 1, (index) => network(index), path);
  expect(own.toSorted()).toEqual([...Array(ARCHIVES_AT_ONCE_PER_BUYER_MAX).fill(200), 429]);
});

test("a client that hangs up or sends HEAD takes no place", async () => {
  await stallMany(ARCHIVES_AT_ONCE_PER_NETWORK_MAX, () => network(0), free);
  const head = { method: "HEAD", headers: { "x-forwarded-for": network(0) } };
  const url = `http://localhost:${api.config.API_PORT}${free}`;
  expect((await fetch(url, head)).status).toBe(200);
  expect(await stall(network(0), free)).toBe(429);
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await eventually(async () => (await stall(network(0), free)) === 200);
});

const windowMs = 500;
const archives = new ArchiveDownloads(windowMs);
const { log, lines } = createLogLines();
let hasty: TestApi;

beforeAll(async () => {
  const { AGENT_TOKEN_SECRET: secrets, storage } = api.config;
  const store = storage.kind === "disk" ? storage.rootDir : "";
  const shared = { DATABASE_URL: api.databaseUrl, STORAGE_DIR: store, ...behindProxy };
  hasty = await openTestApi(
    { ...shared, AGENT_TOKEN_SECRET: secrets.join(",") },
    { archives, log },
  );
});

afterAll(() => hasty.close());

test("a reader that stands still is ended, with a line in the log, and its place is free again", async () => {
  expect(await stall(network(0), free, hasty)).toBe(200);
  const [socket] = sockets;
  const whole = await fetchFrom(network(1), free, hasty);
  expect((await whole.bytes()).length).toBeGreaterThan(bytesInAll);
  await eventually(() => archives.count === 0);
  const told = lines.filter(({ msg }) => msg.startsWith("zip download ended"));
  expect(told).toMatchObject([{ bytesPerSecondMin: 16_384, buyerId: null }]);
  // Nobody has read on, and yet the connection has ended.
  await eventually(() => openConnections(process.pid, "own", hasty.config.API_PORT) === 0);
  let bytesRead = 0;
  let isClosed = false;
  socket?.on("data", (bytes) => {
    bytesRead += bytes.length;
  });
  socket?.on("close", () => {
    isClosed = true;
  });
  socket?.resume();
  await eventually(() => isClosed);
  expect(bytesRead).toBeLessThan(bytesInAll);
});
