/**
 * A seller's and a buyer's folder client, as a program that a test kills and restarts: `send
 * <folder> <address of the upload's files> <token>` sends the missing files, large ones in parts,
 * and `fetch <folder> <address of the dataset's or purchase's files> <token>` downloads every file
 * that is not complete yet.
 */
import { createHash } from "node:crypto";
import { appendFile, mkdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import process from "node:process";

type Listed = {
  name: string;
  position: number;
  path: string;
  upload_url: string | null;
  part_byte_size: number;
  download_url: string;
};
type Part = { part_number: number; upload_url: string };
type Page = { items: (Listed & { sha256: string })[]; pagination: { next_cursor: string | null } };

const [mode, folder = "", address = "", token = ""] = process.argv.slice(2);

async function* pages(): AsyncGenerator<Page["items"]> {
  for (let cursor: string | null = ""; cursor !== null; ) {
    const asked = new URL(address);
    if (cursor !== "") asked.searchParams.set("cursor", cursor);
    asked.searchParams.set("limit", "10");
    const answer = await fetch(asked, { headers: { authorization: `Bearer ${token}` } });
    if (!answer.ok) throw new Error(await answer.text());
    const page = (await answer.json()) as Page;
    yield page.items;
    cursor = page.pagination.next_cursor;
  }
}

async function put(url: string, body: Uint8Array<ArrayBuffer>): Promise<void> {
  const answer = await fetch(url, { method: "PUT", body });
  if (!answer.ok) throw new Error(await answer.text());
}

/** A large file has no URL of its own: the client asks for its parts until none is missing. */
async function send(file: Listed): Promise<void> {
  const bytes = new Uint8Array(await readFile(join(folder, file.name)));
  if (file.upload_url !== null) return put(file.upload_url, bytes);
  const asked = new URL(address);
  asked.pathname += `/${file.position}/part-urls`;
  asked.search = "";
  const partBytes = file.part_byte_size;
  while (true) {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(asked, { method: "POST", headers });
    if (!answer.ok) throw new Error(await answer.text());
    const { state, parts } = (await answer.json()) as { state: string; parts: Part[] };
    if (state === "arrived") return;
    for (const { part_number: number, upload_url: url } of parts) {
      await put(url, bytes.subarray((number - 1) * partBytes, number * partBytes));
    }
  }
}

/** Resumes a partial file instead of downloading it again. */
async function get({ path, sha256, download_url: url }: Page["items"][number]): Promise<void> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  const there = await readFile(file).catch(() => new Uint8Array());
  if (createHash("sha256").update(there).digest("hex") === sha256) return;
  const range = `bytes=${there.length}-`;
  const answer = await fetch(url, there.length === 0 ? {} : { headers: { range } });
  if (!answer.ok) throw new Error(await answer.text());
  if (answer.status !== 206) await rm(file, { force: true });
  for await (const bytes of answer.body ?? []) await appendFile(file, bytes);
}

for await (const items of pages()) {
  for (const item of items) await (mode === "send" ? send(item) : get(item));
}
