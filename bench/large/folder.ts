/**
 * A folder of thousands of large files, from announcement to zip file, and what it takes:
 * `bun bench/large/folder.ts [--files 5000] [--mb 8]`. File n has 1 to `mb` MB: its name, then zeros, which take no
 * room on the disk store; ten small tables lie beside them.
 */
import { createHash } from "node:crypto";
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { residentBytes, withChildren } from "../processor-time.ts";
import { makeVerifiedAgent, send, startStack } from "../stack.ts";

const { values: options } = parseArgs({
  options: { files: { type: "string", default: "5000" }, mb: { type: "string", default: "8" } },
});
const count = Number(options.files);
const tables = 10;
const sendersAtOnce = 4;
const pageFiles = 100;
const pollMs = 500;

type Item = { name: string; path: string; upload_url: string; download_url: string };
type Listed = Item & { sha256: string; byte_size: number };
type Page<Entry> = { items: Entry[]; pagination: { next_cursor: string | null } };

const names = Array.from({ length: count }, (_, n) =>
  n < tables ? `tables/${n}.csv` : `parts-${n % 50}/file-${n}.bin`,
);
const sizes = names.map((_, n) => (n < tables ? 0 : 1 + (n % Number(options.mb))) * 1e6);
const contents = new Map(
  names.map((name, n) => {
    const head = n < tables ? `id,level\n${n},1\n${n + 1},2\n` : name;
    return [name, { head: Buffer.from(head), size: Math.max(head.length, sizes[n] ?? 0) }];
  }),
);

function contentOf(name: string): Uint8Array<ArrayBuffer> {
  const { head, size } = contents.get(name) ?? { head: Buffer.of(), size: 0 };
  const bytes = Buffer.alloc(size);
  head.copy(bytes);
  return bytes;
}

const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const terabyteText = String(10 ** 12);
const stack = await startStack({
  variables: {
    ...{ UPLOAD_BYTES_MAX: terabyteText, DECOMPRESSED_BYTES_MAX: terabyteText },
    PROFILE_TIMEOUT_SECONDS: "36000",
  },
});
const peaks = { api: 0, workers: 0 };
const watch = setInterval(() => {
  peaks.api = Math.max(peaks.api, residentBytes(stack.apiPid));
  const workers = withChildren(stack.workerPids).reduce((sum, pid) => sum + residentBytes(pid), 0);
  peaks.workers = Math.max(peaks.workers, workers);
}, pollMs);
const note = (name: string, value: string | number) =>
  process.stdout.write(`| ${name} | ${value} | ${loadavg()[0]?.toFixed(1)} |\n`);

async function timed<Result>(name: string, act: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  const result = await act();
  note(`${name}, seconds`, ((performance.now() - startedAt) / 1000).toFixed(1));
  return result;
}

const agent = await makeVerifiedAgent(stack.database, stack.baseUrl);

async function* pages<Entry>(path: string): AsyncGenerator<Entry> {
  for (let cursor: string | null = ""; cursor !== null; ) {
    const more: string = cursor === "" ? "" : `&cursor=${cursor}`;
    const page: Page<Entry> = await send(agent, "GET", `${path}limit=${pageFiles}${more}`);
    yield* page.items;
    cursor = page.pagination.next_cursor;
  }
}

/** As many as the limit and one more are tried besides. */
async function announce(id: string): Promise<{ path: string; upload_id: string }> {
  const tooMany = Array.from({ length: 10_001 }, (_, n) => ({ name: `${n}`, byte_size: 1 }));
  const address = `/listings/${id}/upload-urls`;
  const refused = await send(agent, "POST", address, { files: tooMany }).catch(String);
  note("10,001 files", /"code":"(\w+)"/.exec(String(refused))?.[1] ?? "taken");
  await timed("10,000 files announced", () =>
    send(agent, "POST", address, { files: tooMany.slice(1) }),
  );
  const files = names.map((name) => ({ name, byte_size: contentOf(name).length }));
  const { full } = await timed(`${count} files announced`, () =>
    send<{ full: { path: string; upload_id: string } }>(agent, "POST", address, { files }),
  );
  return full;
}

async function sendFiles(id: string, uploadId: string): Promise<void> {
  const awaited = pages<Item>(`/listings/${id}/uploads/${uploadId}/files?state=awaited&`);
  const sender = async () => {
    for (let next = await awaited.next(); !next.done; next = await awaited.next()) {
      const { name, upload_url: url } = next.value;
      const answer = await fetch(url, { method: "PUT", body: contentOf(name) });
      if (!answer.ok) throw new Error(await answer.text());
    }
  };
  await Promise.all(Array.from({ length: sendersAtOnce }, sender));
}

async function untilProfiled(id: string): Promise<void> {
  for (;;) {
    const { data_profile: profile } = await send<{ data_profile: { auto_sample_status?: string } }>(
      ...([agent, "GET", `/listings/${id}`] as const),
    );
    if (profile.auto_sample_status === "generated") return;
    if (profile.auto_sample_status !== undefined) throw new Error(JSON.stringify(profile));
    await Bun.sleep(pollMs);
  }
}

/** Each by its page's URL; one in a hundred is broken off in the middle and gone on with by a range. */
async function fetchFiles(id: string): Promise<void> {
  let at = 0;
  for await (const { path, sha256, download_url: url } of pages<Listed>(`/datasets/${id}/files?`)) {
    const half = Math.floor((contents.get(path)?.size ?? 0) / 2);
    const ranges = at++ % 100 === 0 ? [`bytes=0-${half - 1}`, `bytes=${half}-`] : ["bytes=0-"];
    const parts: Uint8Array[] = [];
    for (const range of ranges)
      parts.push(await (await fetch(url, { headers: { range } })).bytes());
    if (hashOf(Buffer.concat(parts)) !== sha256) throw new Error(`${path} is another one`);
  }
}

async function fetchZip(id: string): Promise<void> {
  const told = await send<{ download_url: string; byte_size: number }>(
    ...([agent, "GET", `/datasets/${id}/download-url`] as const),
  );
  let bytes = 0;
  const answer = await fetch(told.download_url);
  for await (const chunk of answer.body ?? []) bytes += chunk.length;
  if (bytes !== told.byte_size) throw new Error(`${bytes} of ${told.byte_size} bytes`);
  note("zip file, bytes", bytes);
}

async function checkManifest(id: string): Promise<void> {
  const { sha256 } = await send<{ sha256: string }>(agent, "GET", `/datasets/${id}`);
  const text = await (await fetch(`${stack.baseUrl}/datasets/${id}/manifest`)).text();
  if (hashOf(Buffer.from(text)) !== sha256) throw new Error("the manifest is another one");
  const { files } = JSON.parse(text) as { files: Listed[] };
  const [some] = files.slice(-1);
  if (files.length !== count || hashOf(contentOf(some?.path ?? "")) !== some?.sha256) {
    throw new Error("the manifest says other files");
  }
  note("manifest, bytes", text.length);
}

try {
  process.stdout.write(`| ${count} files of up to ${options.mb} MB | | load |\n|---|---|---|\n`);
  const draft = { title: "A large folder", description: "Thousands of files.", price_cents: 0 };
  const { id } = await send<{ id: string }>(agent, "POST", "/listings/draft", draft);
  const { path, upload_id: uploadId } = await announce(id);
  await timed("sent", () => sendFiles(id, uploadId));
  await timed("attached", () =>
    send(agent, "PATCH", `/listings/draft/${id}`, { full_data_path: path }),
  );
  await timed("hashed and profiled", () => untilProfiled(id));
  await send(agent, "POST", `/listings/${id}/publish`);
  await timed("manifest", () => checkManifest(id));
  await timed("all by their pages", () => fetchFiles(id));
  await timed("zip file", () => fetchZip(id));
  note("peak MB of memory, API", Math.round(peaks.api / 1e6));
  note("peak MB of memory, workers and children", Math.round(peaks.workers / 1e6));
} finally {
  clearInterval(watch);
  await stack.stop();
}
