/** What a disk store must do, whichever runtime serves it. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DiskStorageConfig } from "../../platform/storage/disk.ts";
import { openStorage } from "../../platform/storage/open-storage.ts";
import type { Storage } from "../../platform/storage/port.ts";
import { eventually } from "../support/stack.ts";
import { storageContract } from "./storage-contract.ts";
import { admitted, type OpenedStore } from "./storage-contract-support.ts";
import { openPut, peakMemoryBytes, send, statusOf, textOf } from "./storage-traffic.ts";

export const SIGNING_SECRET = "a secret of the tests, 32 or more characters";
const START_TIMEOUT_MS = 20_000;
const PUT = { ttlSeconds: 60, byteSizeMax: 100_000 };
const GET = { ttlSeconds: 60, downloadName: "data.csv", contentType: "text/csv" };

type Served = OpenedStore & { config: DiskStorageConfig; killServer(): Promise<void> };

/** Serves a new folder from a child process under the given runtime. */
async function serveDisk(runtime: string[]): Promise<Served> {
  const rootDir = await mkdtemp(join(tmpdir(), "storage-disk-"));
  const script = join(import.meta.dir, "storage-disk-server.ts");
  const child = Bun.spawn([...runtime, script, rootDir, SIGNING_SECRET], {
    stdout: "pipe",
    stderr: "inherit",
  });
  const port = await listeningPort(child.stdout);
  const publicBaseUrl = `http://127.0.0.1:${port}`;
  const config = {
    kind: "disk",
    rootDir,
    signingSecrets: [SIGNING_SECRET],
    publicBaseUrl,
  } as const;
  return {
    config,
    storage: await openStorage(config),
    countStaged: () => countFiles(join(rootDir, "tmp")),
    serverPeakBytes: () => peakMemoryBytes(child.pid),
    async killServer() {
      child.kill("SIGKILL");
      await child.exited;
    },
    async close() {
      child.kill();
      await child.exited;
      await rm(rootDir, { recursive: true, force: true });
    },
  };
}

async function listeningPort(stdout: ReadableStream<Uint8Array>): Promise<number> {
  let printed = "";
  for await (const chunk of stdout) {
    printed += new TextDecoder().decode(chunk);
    const port = /listening (\d+)\n/.exec(printed)?.[1];
    if (port !== undefined) return Number(port);
  }
  throw new Error(`The server ended before it listened: ${printed}`);
}

async function countFiles(folder: string): Promise<number> {
  return existsSync(folder) ? (await readdir(folder)).length : 0;
}

/** Declares the tests of the disk store served by a runtime, which is the start of a command. */
export function diskStoreTests(name: string, runtime: string[]): void {
  storageContract(`the disk store, served by ${name},`, {
    open: () => serveDisk(runtime),
    openTimeoutMs: START_TIMEOUT_MS,
    servesItself: true,
  });

  describe(`the disk store, served by ${name},`, () => {
    let served: Served;
    let storage: Storage;
    beforeAll(async () => {
      served = await serveDisk(runtime);
      storage = served.storage;
    }, START_TIMEOUT_MS);
    afterAll(async () => await served?.close());

    test("refuses a body whose Content-Length is above the limit before it is sent", async () => {
      const url = await storage.signPut("large/announced", PUT);
      const socket = await openPut(url, { "Content-Length": "100001" });
      expect(await statusOf(socket)).toBe(413);
      socket.destroy();
      expect(await storage.findArrived("large/announced")).toBeNull();
    });

    test("refuses a body that grows above the limit while it streams, and keeps nothing", async () => {
      const url = await storage.signPut("large/streamed", PUT);
      const socket = await openPut(url, { "Transfer-Encoding": "chunked" });
      const answered = statusOf(socket);
      const piece = "x".repeat(60_000);
      for (let sent = 0; sent < 2; sent += 1) await send(socket, `ea60\r\n${piece}\r\n`);
      expect(await answered).toBe(413);
      socket.destroy();
      expect(await storage.findArrived("large/streamed")).toBeNull();
      await eventually(async () => (await served.countStaged?.()) === 0);
    });

    test("takes a body of exactly the limit", async () => {
      const url = await storage.signPut("large/exact", PUT);
      const answer = await fetch(url, { method: "PUT", body: "x".repeat(100_000) });
      expect(answer.status).toBe(200);
    });

    test("keeps nothing of a chunked upload that is cut off between two chunks", async () => {
      const url = await storage.signPut("cut/chunked", PUT);
      const socket = await openPut(url, { "Transfer-Encoding": "chunked" });
      await send(socket, "5\r\nhello\r\n");
      await eventually(async () => (await served.countStaged?.()) === 1);
      socket.destroy();
      await eventually(async () => (await served.countStaged?.()) === 0);
      expect(await storage.findArrived("cut/chunked")).toBeNull();
    });

    test("a kill -9 during an upload leaves no object, and a sweep removes the rest", async () => {
      const doomed = await serveDisk(runtime);
      try {
        const url = await doomed.storage.signPut("kill/one", PUT);
        expect((await fetch(url, { method: "PUT", body: "old" })).status).toBe(200);
        const socket = await openPut(url, { "Content-Length": "1000" });
        await send(socket, "half");
        await eventually(async () => (await doomed.countStaged?.()) === 1);
        await doomed.killServer();
        socket.destroy();
        await admitted(doomed.storage, "kill/one");
        expect(await textOf(await doomed.storage.read("kill/one"))).toBe("old");
        await eventually(async () => (await doomed.storage.sweep({ olderThanSeconds: 0 })) === 1);
        expect(await doomed.countStaged?.()).toBe(0);
      } finally {
        await doomed.close();
      }
    });

    test("answers HEAD on a download URL", async () => {
      await storage.write("head/one", new TextEncoder().encode("0123456789"), "text/csv");
      const answer = await fetch(await storage.signGet("head/one", GET), { method: "HEAD" });
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-length")).toBe("10");
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    });
  });
}
