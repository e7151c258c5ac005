/**
 * Uploads whose client, API and disk store are killed with SIGKILL: received parts survive, and the
 * upload continues.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { verifiedAgent } from "../../support/agents.ts";
import { type Json, openTestApi } from "../../support/api.ts";
import { forFile } from "../../support/for-file.ts";
import { createDraft } from "../../support/listings.ts";
import { findProgram } from "../../support/programs/debian-programs.ts";
import { killableProcesses, outcomeOf } from "../../support/programs/killed-processes.ts";
import { createTestDir, eventually, freePort, testEnv } from "../../support/stack.ts";

setDefaultTimeout(120_000);

const partBytes = 5 * 1024 ** 2;
const parts = 6;
const byteSize = parts * partBytes - 1000;

const port = String(await freePort());
const PUBLIC_BASE_URL = `http://localhost:${port}`;
const api = await forFile(openTestApi({ PUBLIC_BASE_URL }));
const { storage, AGENT_TOKEN_SECRET } = api.config;
if (storage.kind !== "disk") throw new Error("this test is about the disk store");
const processes = killableProcesses(
  await testEnv({
    API_PORT: port,
    PUBLIC_BASE_URL,
    DATABASE_URL: api.databaseUrl,
    AGENT_TOKEN_SECRET: AGENT_TOKEN_SECRET.join(","),
    STORAGE_DIR: storage.rootDir,
    STORAGE_SIGNING_SECRET: storage.signingSecrets.join(","),
  }),
);

const temporaryDir = join(storage.rootDir, "tmp");

type Part = { part_number: number; upload_url: string; byte_size: number };
type Listed = { part_number: number; byte_size: number; md5: string };

const bytesOf = ({ part_number: number, byte_size: size }: Omit<Part, "upload_url">) =>
  new Uint8Array(size).fill(64 + number);
const md5Of = (bytes: Uint8Array) => createHash("md5").update(bytes).digest("hex");

async function begin() {
  const { token } = await verifiedAgent(api);
  const draftId = await createDraft(api, token);
  const body = { byte_size: byteSize, part_byte_size: partBytes };
  const issued = await api.send("POST", `/listings/${draftId}/upload-urls`, { token, body });
  const { upload_id: id, path } = issued.body.full as { upload_id: string; path: string };
  const upload = `/listings/${draftId}/uploads/${id}`;
  return {
    path,
    /** The store's contents; each listed part is complete. */
    async listed() {
      const { body: found } = await api.send("GET", upload, { token });
      const there = found.parts as Listed[];
      for (const part of there) expect(part.md5).toBe(md5Of(bytesOf(part)));
      return new Set(there.map(({ part_number: number }) => number));
    },
    async missing() {
      const { body: signed } = await api.send("POST", `${upload}/part-urls`, { token });
      return (signed.full as { parts: Part[] }).parts;
    },
    /** Sent to the process that may be killed. */
    async attach(): Promise<{ status: number; body: Json }> {
      const answer = await fetch(`${PUBLIC_BASE_URL}/listings/draft/${draftId}`, {
        method: "PATCH",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ full_data_path: path }),
      });
      return { status: answer.status, body: (await answer.json()) as Json };
    },
  };
}

test("the API and its store die while parts arrive and are joined", async () => {
  const { path, listed, missing, attach } = await begin();
  const answered = new Set<number>();
  let child = await processes.startApi();
  const put = async (part: Part) => {
    const answer = await fetch(part.upload_url, { method: "PUT", body: bytesOf(part) });
    if (answer.status === 200) answered.add(part.part_number);
    return { status: answer.status };
  };
  for (let round = 0; round < 3; round += 1) {
    const sending = (await missing()).slice(0, 3).map((part) => outcomeOf(put(part)));
    await Bun.sleep(Math.random() * 60);
    await processes.kill(child);
    await Promise.all(sending);
    const there = await listed();
    for (const number of answered) expect(there).toContain(number);
    child = await processes.startApi();
  }
  for (const part of await missing()) expect((await put(part)).status).toBe(200);
  for (let round = 0; round < 2; round += 1) {
    const attaching = outcomeOf(attach());
    await Bun.sleep(Math.random() * 30);
    await processes.kill(child);
    await attaching;
    child = await processes.startApi();
  }
  expect((await attach()).status).toBe(200);
  const stored = await new Response(await api.ctx.storage.read(path)).bytes();
  const whole = Array.from({ length: parts }, (_, index) => {
    const size = index === parts - 1 ? partBytes - 1000 : partBytes;
    return bytesOf({ part_number: index + 1, byte_size: size });
  });
  expect(md5Of(stored)).toBe(md5Of(Buffer.concat(whole)));
});

test("curl dies in the middle of a part, which has not arrived then, and sends it again", async () => {
  const { listed, missing, attach } = await begin();
  await processes.startApi();
  const folder = createTestDir();
  const program = await findProgram("curl");
  const curl = async (part: Part, ...more: string[]) => {
    const file = join(folder, `part-${part.part_number}`);
    await writeFile(file, bytesOf(part));
    return Bun.spawn([program, "-sS", "--fail", ...more, "-T", file, part.upload_url], {
      stdout: "ignore",
      stderr: "ignore",
    });
  };
  const [first, second, ...rest] = await missing();
  if (first === undefined || second === undefined) throw new Error("parts are missing");
  expect(await (await curl(first)).exited).toBe(0);
  const slow = await curl(second, "--limit-rate", "1M");
  await eventually(async () => (await readdir(temporaryDir)).length > 0);
  slow.kill("SIGKILL");
  await slow.exited;
  expect(await listed()).toEqual(new Set([1]));
  expect((await attach()).body).toMatchObject({
    code: "file_not_uploaded",
    errors: [{ code: "part_missing", detail: `parts 2 to ${parts} have not arrived` }],
  });
  for (const part of [second, ...rest]) expect(await (await curl(part)).exited).toBe(0);
  expect((await attach()).status).toBe(200);
});
