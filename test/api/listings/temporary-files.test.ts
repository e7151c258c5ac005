/** What interrupted uploads leave in the disk store, and how it is removed. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sweepUnfinishedUploads } from "../../../market/listing/upload/sweep-unfinished-uploads.ts";
import { openPut, send } from "../../platform/storage-traffic.ts";
import { sellerAgent } from "../../support/agents.ts";
import { testApi } from "../../support/api.ts";
import { createDraft } from "../../support/listings.ts";
import { eventually } from "../../support/stack.ts";

setDefaultTimeout(60_000);

const api = await testApi();
const { token } = await sellerAgent(api);
const { storage } = api.config;
if (storage.kind !== "disk") throw new Error("this suite is about the disk store");
const temporaryDir = join(storage.rootDir, "tmp");
const temporaryFiles = async () => (existsSync(temporaryDir) ? readdir(temporaryDir) : []);

async function issue(): Promise<{ upload_url: string; path: string }> {
  const draftId = await createDraft(api, token);
  const { body } = await api.send("POST", `/listings/${draftId}/upload-urls`, { token });
  return body.full as { upload_url: string; path: string };
}

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

test("leftovers of a killed process go within hours; a PUT that hangs keeps its file and succeeds", async () => {
  const { upload_url: url, path } = await issue();
  const hung = await openPut(url, { "Content-Length": "10" });
  await send(hung, "id,ci");
  const [running] = await eventually(async () => {
    const names = await temporaryFiles();
    return names.length === 1 ? names : null;
  });
  const left = join(temporaryDir, "left-by-kill-9");
  await writeFile(left, "half of a file");
  await utimes(left, hoursAgo(2), hoursAgo(2));
  expect(await sweepUnfinishedUploads(api.ctx)).toBe(1);
  expect(await temporaryFiles()).toEqual([String(running)]);
  const answered = new Promise<string>((resolve) =>
    hung.once("data", (data) => resolve(String(data))),
  );
  await send(hung, "ty\n1,");
  expect(await answered).toStartWith("HTTP/1.1 200");
  hung.destroy();
  expect((await api.ctx.storage.findArrived(path))?.byteSize).toBe(10);
  expect(await temporaryFiles()).toEqual([]);
});

test("a PUT whose client hangs up leaves no file behind", async () => {
  const { upload_url: url, path } = await issue();
  const socket = await openPut(url, { "Content-Length": "10" });
  await send(socket, "id,ci");
  await eventually(async () => (await temporaryFiles()).length === 1);
  socket.destroy();
  await eventually(async () => (await temporaryFiles()).length === 0);
  expect(await api.ctx.storage.findArrived(path)).toBeNull();
});
