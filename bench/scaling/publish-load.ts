/** Publications for the load model: of stubbed drafts, and of tiny files by the whole way. */
import { sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { publishFile, uploadFile } from "../parts/upload-file.ts";
import { type Caller, send } from "../stack.ts";
import { type Outcome, tell } from "./at-rate.ts";

const tinyCsv = "city,temperature\nOslo,4.5\nRome,18.25\nCairo,30\n";
const pollMs = 50;
const chunkRows = 10_000;

/** Drafts that may be published at once: copies of one whose file a worker has profiled. */
export async function makeStubbedDrafts(
  db: Database,
  agent: Caller,
  count: number,
): Promise<string[]> {
  const terms = { category: "other", tags: ["bench"], pricing_type: "buy_it_now", price_cents: 0 };
  const { id, path } = await uploadFile(agent, "A stub", tinyCsv, terms);
  await send(agent, "PATCH", `/listings/draft/${id}`, { full_data_path: path });
  for (;;) {
    const draft = await send<{ publish_blockers: unknown[] }>(agent, "GET", `/listings/${id}`);
    if (draft.publish_blockers.length === 0) break;
    await Bun.sleep(pollMs);
  }
  for (let from = 1; from <= count; from += chunkRows) {
    await db.transaction((tx) => copyDraft(tx, id, from, Math.min(from + chunkRows - 1, count)));
  }
  return Array.from({ length: count }, (_, index) => stubId(index + 1, "b"));
}

/** Of this run: a kept folder has the stubs of earlier ones. */
const runDigits = Math.floor(Math.random() * 0x1_0000_0000)
  .toString(16)
  .padStart(8, "0");
/** Ids of listings have another digit than those of uploads. */
const stubId = (n: number, kind: "b" | "c"): string =>
  stubStart(kind) + n.toString(16).padStart(12, "0");
const stubStart = (kind: "b" | "c"): string =>
  `${runDigits}-0000-7000-${kind === "b" ? "9" : "a"}${kind}00-`;

/** Listings and uploads point at each other: their triggers rest. */
async function copyDraft(tx: Database, id: string, from: number, to: number): Promise<void> {
  await tx.execute(sql`set local session_replication_role = replica`);
  const listingId = sql`${stubStart("b")}::text || lpad(to_hex(n), 12, '0')`;
  const uploadId = sql`${stubStart("c")}::text || lpad(to_hex(n), 12, '0')`;
  const rows = sql`generate_series(${sql.raw(String(from))}, ${sql.raw(String(to))}) as n`;
  await tx.execute(sql`
    insert into listings select (jsonb_populate_record(given, jsonb_build_object(
        'id', ${listingId}, 'current_upload_id', ${uploadId}))).*
      from listings as given, ${rows} where given.id = ${id}`);
  await tx.execute(sql`
    insert into uploads select (jsonb_populate_record(given, jsonb_build_object(
        'id', ${uploadId}, 'listing_id', ${listingId},
        'storage_path', given.storage_path || '-' || n))).*
      from uploads as given, ${rows} where given.listing_id = ${id}`);
}

/** Each seller begins the next one when the last one is on sale. */
export async function publishWholeFiles(
  sellers: readonly Caller[],
  { seconds }: { seconds: number },
): Promise<void> {
  const outcome: Outcome = { tookMs: [], refused: new Map() };
  const startedAt = performance.now();
  const isOver = () => (performance.now() - startedAt) / 1000 >= seconds;
  let asked = 0;
  const sell = async (agent: Caller, seller: number) => {
    while (!isOver()) {
      asked += 1;
      const begunAt = performance.now();
      const terms = { category: "other", tags: ["bench"] };
      await publishFile(agent, `Tiny ${seller} ${asked}`, tinyCsv, terms);
      outcome.tookMs.push(performance.now() - begunAt);
    }
  };
  await Promise.all(sellers.map(sell));
  tell(outcome, asked, (performance.now() - startedAt) / 1000);
}
