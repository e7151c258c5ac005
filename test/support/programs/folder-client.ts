/**
 * A seller's and a buyer's client of folders, as a program that a test kills and starts again:
 * `send <folder> <address of the upload's files> <token>` sends what is awaited, and
 * `fetch <folder> <address of the dataset's or purchase's files> <token>` gets what is not there whole.
 */
import { createHash } from "node:crypto";
import { appendFile, mkdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import process from "node:process";

type Listed = { name: string; path: string; upload_url: string; download_url: string };
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

async function send({ name, upload_url: url }: Listed): Promise<void> {
  const answer = await fetch(url, { method: "PUT", body: await readFile(join(folder, name)) });
  if (!answer.ok) throw new Error(await answer.text());
}

/** What is there already of a file is asked for no more. */
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
