/** Computes listings' vectors with the model and stores them for searches. */
import { createHash } from "node:crypto";
import type { Database } from "../../../db/client.ts";
import {
  type EmbeddedRow,
  type EmbeddingModel,
  ensureModel,
  fixDimensions,
  type ListingToEmbed,
  readListingsToEmbed,
  storeEmbeddings,
} from "../../../db/queries/search/embeddings.ts";
import type { Embeddings, EmbeddingsResult } from "../../../platform/embeddings/port.ts";
import type { Context } from "../../context.ts";
import {
  EMBEDDED_COLUMNS_MAX,
  EMBEDDED_TEXT_VERSION,
  embeddedText,
  toBytes,
  toSigns,
} from "./rules.ts";

/** later: the model's endpoint failed, and the missing vectors are requested again. */
export type EmbedOutcome =
  | { kind: "done"; stored: number; refused: number; unchanged: number }
  | { kind: "later"; code: string; detail: string; retryAfterSeconds: number | null };

type ListingText = { listingId: string; text: string; textHash: string };
type Failure = Extract<EmbeddingsResult, { kind: "failed" }>;
type LaterFault = Omit<Failure, "retryAfterSeconds"> & { retryAfterSeconds?: number | null };

/**
 * Embeds active listings whose current text this model has not embedded. Holds no transaction during
 * the model's calls; a listing that changes meanwhile has a message of its own. `mayIsolate`: after many
 * failures, tries the texts one by one, because one of them may be the cause. Safe to run twice,
 * also concurrently.
 */
export async function embedListings(
  ctx: Context,
  embeddings: Embeddings,
  { listingIds, mayIsolate }: { listingIds: string[]; mayIsolate: boolean },
): Promise<EmbedOutcome> {
  const key = { name: embeddings.model, textVersion: EMBEDDED_TEXT_VERSION };
  const model = await ensureModel(ctx.db, key, ctx.now());
  const read = { listingIds, columnsMax: EMBEDDED_COLUMNS_MAX, lock: false };
  const listings = await readListingsToEmbed(ctx.db, model.id, read);
  const wanted = listings.map(toWanted).filter(({ isKnown }) => !isKnown);
  const unchanged = listings.length - wanted.length;
  if (wanted.length === 0) return { kind: "done", stored: 0, refused: 0, unchanged };
  const results = await (mayIsolate
    ? embedOneByOne(embeddings, wanted)
    : embedTogether(embeddings, wanted));
  if (!Array.isArray(results)) return later(results);
  const fault = await dimensionFault(ctx.db, model, results);
  if (fault !== null) return later(fault);
  const stored = await storeUnchanged(ctx, model, results);
  const refused = results.filter(({ result }) => "errorCode" in result).length;
  return { kind: "done", stored, refused, unchanged };
}

function toWanted(listing: ListingToEmbed): ListingText & { isKnown: boolean } {
  const text = embeddedText(listing);
  const textHash = createHash("sha256").update(text).digest("hex");
  const isKnown = listing.storedHash === textHash && !listing.hasFailed;
  return { listingId: listing.id, text, textHash, isKnown };
}

/** If the endpoint refuses the texts together, only some of them may be the cause. */
async function embedTogether(
  embeddings: Embeddings,
  wanted: ListingText[],
): Promise<EmbeddedRow[] | Failure> {
  const result = await embeddings.embedDocuments(wanted.map(({ text }) => text));
  if (result.kind === "failed") return result;
  if (result.kind === "refused") return await embedOneByOne(embeddings, wanted);
  return wanted.map((one, at) => rowOf(one, result.vectors[at]));
}

/** A text that fails while another succeeds is itself the cause, so nothing waits for it. */
async function embedOneByOne(
  embeddings: Embeddings,
  wanted: ListingText[],
): Promise<EmbeddedRow[] | Failure> {
  const rows: EmbeddedRow[] = [];
  for (const one of wanted) {
    const result = await embeddings.embedDocuments([one.text]);
    if (result.kind === "embedded") rows.push(rowOf(one, result.vectors[0]));
    else if (result.kind === "refused" || (await answers(embeddings))) {
      rows.push(refusal(one, result.code));
    } else return result;
  }
  return rows;
}

async function answers(embeddings: Embeddings): Promise<boolean> {
  return (await embeddings.embedDocuments(["weather"])).kind === "embedded";
}

function rowOf(
  { listingId, textHash }: ListingText,
  vector: Float32Array | undefined,
): EmbeddedRow {
  if (vector === undefined) throw new Error("a text has no vector");
  return { listingId, textHash, result: { vector: toBytes(vector), signs: toSigns(vector) } };
}

function refusal({ listingId, textHash }: ListingText, errorCode: string): EmbeddedRow {
  return { listingId, textHash, result: { errorCode } };
}

/** All vectors of one model must have the same length to be comparable. */
async function dimensionFault(
  db: Database,
  model: EmbeddingModel,
  rows: EmbeddedRow[],
): Promise<Failure | null> {
  const lengths = rows.flatMap(({ result }) => ("vector" in result ? [result.vector.length] : []));
  const [first] = lengths;
  if (first === undefined) return null;
  const fixed = model.dimensions ?? (await fixDimensions(db, model.id, first));
  const other = lengths.find((length) => length !== fixed);
  if (other === undefined) return null;
  const detail = `vectors of ${other} numbers, but those that are stored have ${fixed}`;
  return { kind: "failed", code: "other_dimensions", detail };
}

/** Reads the text again under a lock, so that a changed text gets no outdated vector. */
async function storeUnchanged(
  ctx: Context,
  model: EmbeddingModel,
  rows: EmbeddedRow[],
): Promise<number> {
  return await ctx.db.transaction(async (tx) => {
    const listingIds = rows.map(({ listingId }) => listingId);
    const read = { listingIds, columnsMax: EMBEDDED_COLUMNS_MAX, lock: true };
    const now = await readListingsToEmbed(tx, model.id, read);
    const hashes = new Map(now.map((listing) => [listing.id, toWanted(listing).textHash]));
    const current = rows.filter(({ listingId, textHash }) => hashes.get(listingId) === textHash);
    await storeEmbeddings(tx, model.id, current, ctx.now());
    return current.filter(({ result }) => "vector" in result).length;
  });
}

function later({ code, detail, retryAfterSeconds = null }: LaterFault): EmbedOutcome {
  return { kind: "later", code, detail, retryAfterSeconds };
}
