/**
 * The whole path of a large file through real processes: uploaded in parts, joined, hashed,
 * profiled by ranges, stored as Parquet, queried and downloaded, while client, API and worker are
 * killed with `kill -9`. Throws if a byte or row is lost.
 */
import { createHash } from "node:crypto";
import { type Caller, send as sendOnce } from "../stack.ts";
import { type LargeFile, largeRow } from "./large-file.ts";

type Killable = { pid: number; exited: Promise<number> };
type World = {
  agent: Caller;
  /** Starts a program of the repository, which may be killed. */
  start(program: string, ...args: string[]): Promise<Killable> | Killable;
  startApi(): Promise<Killable>;
  /** The running API. */
  api: Killable;
  /** Records the workers' disk use in bytes, and the memory of API and workers. */
  look?: (watched: readonly number[]) => void;
  note(name: string, value: string): void;
};

type Upload = {
  parts_expected: number;
  parts_arrived: number;
  bytes_arrived: number;
  parts: { part_number: number }[];
  next_after_part: number | null;
};
type Listing = { data_profile: Record<string, unknown>; status: string };

const pollMs = 100;
/** The service's answer when it is busy: the request can be repeated later. */
const later = /: 503 \{.*"resolution":"retry"/s;

async function send<Body>(...call: Parameters<typeof sendOnce>): Promise<Body> {
  for (;;) {
    try {
      return await sendOnce<Body>(...call);
    } catch (error) {
      if (!later.test(String(error))) throw error;
      await Bun.sleep(10 * pollMs);
    }
  }
}
const secondsSince = (at: number) => ((performance.now() - at) / 1000).toFixed(1);

async function kill(child: Killable): Promise<void> {
  try {
    process.kill(child.pid, "SIGKILL");
  } catch (error) {
    // The client of a small file may have finished already.
    if (!String(error).includes("ESRCH")) throw error;
  }
  await child.exited;
}

export async function runLarge(world: World, file: LargeFile, bytes: number): Promise<string> {
  const { id } = await send<{ id: string }>(world.agent, "POST", "/listings/draft", {
    title: `Tides in ${file.format}`,
    description: "A large file.",
    price_cents: 0,
  });
  const path = await sendParts(world, file, { id, bytes });
  await join(world, { id, path });
  const sha256 = await profile(world, file, id);
  await send(world.agent, "POST", `/listings/${id}/publish`);
  await waitForTwin(world, file, id);
  await ask(world, file, id);
  await download(world, file, { id, sha256 });
  return id;
}

/** The numbers of the parts that have arrived. */
async function arrivedOf(agent: Caller, upload: string): Promise<Set<number>> {
  const numbers = new Set<number>();
  for (let after: number | null = 0; after !== null; ) {
    const page: Upload = await send(agent, "GET", `${upload}?after_part=${after}`);
    for (const { part_number: number } of page.parts) numbers.add(number);
    after = page.next_after_part;
  }
  return numbers;
}

/**
 * Kills the client at a third of the parts and the API at two thirds, while others are in transit.
 */
async function sendParts(
  world: World,
  file: LargeFile,
  { id, bytes }: { id: string; bytes: number },
): Promise<string> {
  const { agent } = world;
  const body = { byte_size: file.byteSize, part_byte_size: partBytesOf(file) };
  const { full } = await send<{ full: { path: string; upload_id: string } }>(
    ...([agent, "POST", `/listings/${id}/upload-urls`, body] as const),
  );
  const upload = `/listings/${id}/uploads/${full.upload_id}`;
  const token = agent.headers.authorization?.replace("Bearer ", "") ?? "";
  const startClient = () =>
    world.start(
      ...(["bench/large/large-client.ts", file.format, String(bytes)] as const),
      ...([`${agent.base}${upload}`, token] as const),
    );
  const startedAt = performance.now();
  let client = await startClient();
  let api = world.api;
  for (const [dies, share] of [
    ["client", 1 / 3],
    ["API", 2 / 3],
  ] as const) {
    await untilArrived(agent, upload, share);
    const before = await arrivedOf(agent, upload);
    if (dies === "client") {
      await kill(client);
      client = await startClient();
    } else {
      await kill(api);
      api = await world.startApi();
    }
    const after = await arrivedOf(agent, upload);
    const lost = [...before].filter((number) => !after.has(number));
    if (lost.length > 0) throw new Error(`the death of the ${dies} lost ${lost.length} parts`);
    world.note(`parts there when the ${dies} died`, String(before.size));
  }
  if ((await client.exited) !== 0) throw new Error("the client failed");
  world.api = api;
  world.note("parts", String((await arrivedOf(agent, upload)).size));
  world.note("sent in seconds", secondsSince(startedAt));
  return full.path;
}

/**
 * The recommended part size; for a small file six parts, each at least as large as stores require.
 */
const partBytesOf = ({ byteSize }: LargeFile) =>
  byteSize < 100 * 2 ** 20
    ? Math.max(5 * 2 ** 20, Math.ceil(byteSize / 6))
    : Math.max(16 * 2 ** 20, Math.ceil(byteSize / 5000));

async function untilArrived(agent: Caller, upload: string, share: number): Promise<void> {
  for (;;) {
    const now = await send<Upload>(agent, "GET", `${upload}?limit=1`);
    if (now.parts_arrived >= now.parts_expected * share) return;
    await Bun.sleep(now.parts_expected > 100 ? 20 * pollMs : pollMs);
  }
}

/** Kills the API during the join, or shortly before or after it. */
async function join(world: World, { id, path }: { id: string; path: string }): Promise<void> {
  const attach = () =>
    send(world.agent, "PATCH", `/listings/draft/${id}`, { full_data_path: path });
  const cut = attach().catch(() => null);
  await Bun.sleep(Math.random() * pollMs);
  await kill(world.api);
  await cut;
  world.api = await world.startApi();
  const startedAt = performance.now();
  await attach();
  world.note("joined in seconds", secondsSince(startedAt));
}

/** Profiles with workers and kills the first one on the way. Returns the whole file's hash. */
async function profile(world: World, file: LargeFile, id: string): Promise<string> {
  const read = () => send<Listing>(world.agent, "GET", `/listings/${id}`);
  const first = await world.start("workers/main.ts", "all");
  const began = (listing: Listing) => "progress" in listing.data_profile;
  for (let listing = await read(); !began(listing); listing = await read()) {
    if (listing.data_profile.auto_sample_status !== undefined) break;
    await Bun.sleep(pollMs);
  }
  await kill(first);
  const startedAt = performance.now();
  const worker = await world.start("workers/main.ts", "all");
  const watch = setInterval(() => world.look?.([world.api.pid, worker.pid]), pollMs);
  try {
    for (;;) {
      const { data_profile: found } = await read();
      if (found.auto_sample_status !== undefined) {
        if (found.auto_sample_status !== "generated") throw new Error(JSON.stringify(found));
        if (found.row_count !== file.rows || found.byte_size !== file.byteSize) {
          throw new Error(`${JSON.stringify(found)} of ${file.rows} rows`);
        }
        world.note("profiled in seconds", secondsSince(startedAt));
        return String(found.sha256);
      }
      await Bun.sleep(pollMs);
    }
  } finally {
    clearInterval(watch);
  }
}

type Tables = {
  pending: boolean;
  items: { error: unknown; row_count: number; byte_size: number }[];
};

async function waitForTwin(world: World, file: LargeFile, id: string): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    const { items } = await send<Tables>(world.agent, "GET", `/datasets/${id}/parquet/tables`);
    const [table] = items;
    if (table?.error) throw new Error(JSON.stringify(table));
    if (table?.row_count === file.rows) {
      world.note("Parquet copy in seconds", secondsSince(startedAt));
      world.note("Parquet copy in bytes", String(table.byte_size));
      return;
    }
    await Bun.sleep(pollMs);
  }
}

async function ask(world: World, file: LargeFile, id: string): Promise<void> {
  const wanted = largeRow(file.rows - 1);
  const query = {
    filter: { column: "id", op: "eq", value: wanted.id },
    columns: ["id", "station", "level"],
  };
  const startedAt = performance.now();
  const { rows } = await send<{ rows: unknown[][] }>(
    ...([world.agent, "POST", `/datasets/${id}/query`, query] as const),
  );
  world.note("last row asked in seconds", secondsSince(startedAt));
  const expected = JSON.stringify([Object.values(wanted)]);
  if (JSON.stringify(rows) !== expected) throw new Error(`${JSON.stringify(rows)}: ${expected}`);
}

/** Kills the API halfway, continues with a range request, and compares every byte with the file. */
async function download(
  world: World,
  file: LargeFile,
  { id, sha256 }: { id: string; sha256: string },
): Promise<void> {
  const hash = createHash("sha256");
  const startedAt = performance.now();
  let at = 0;
  let isCut = false;
  let isAway = false;
  while (at < file.byteSize) {
    const path = `/datasets/${id}/download-url`;
    const told = await send<{ download_url: string; sha256: string }>(world.agent, "GET", path);
    if (told.sha256 !== sha256) throw new Error("the hash is another one");
    const answer = await fetch(told.download_url, { headers: { range: `bytes=${at}-` } });
    if (answer.status !== 206) throw new Error(`${answer.status} ${await answer.text()}`);
    const from = at;
    try {
      for await (const chunk of answer.body ?? []) {
        hash.update(chunk);
        if (Buffer.compare(file.read(at, chunk.length), chunk) !== 0) {
          throw new Error(`other bytes behind ${at}`);
        }
        at += chunk.length;
        if (isCut || at < file.byteSize / 2) continue;
        isCut = true;
        isAway = true;
        void kill(world.api);
      }
    } catch (error) {
      if (from > 0 || String(error).includes("other bytes")) throw error;
      world.api = await world.startApi();
      isAway = false;
    }
  }
  // With an S3 store, the download continues without the API.
  if (isAway) world.api = await world.startApi();
  if (hash.digest("hex") !== sha256) throw new Error("the hash of what came is another one");
  world.note("downloaded in seconds", secondsSince(startedAt));
}

export async function untilAnswers(baseUrl: string): Promise<void> {
  const answers = () =>
    fetch(`${baseUrl}/health/live`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await answers())) await Bun.sleep(pollMs);
}
