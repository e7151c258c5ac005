/** Finds datasets whose columns share values with those of a given one, best first. */
import { createHmac } from "node:crypto";
import type { Database } from "../../../db/client.ts";
import { findDataset } from "../../../db/queries/catalogue/catalogue.ts";
import {
  type CandidateBounds,
  type CandidatePair,
  findCandidates,
  readJoinColumns,
  type StoredColumn,
} from "../../../db/queries/search/join-columns.ts";
import { yieldToOthers } from "../../../platform/yield-to-others.ts";
import { MarketError } from "../../errors.ts";
import { isFree } from "../../pricing.ts";
import type { JoinKey } from "../../profile/join/join-key.ts";
import { byUse, judgePair, laplace, pairText } from "./rules.ts";
import { type JoinableAnswer, type JoinableColumn, joinableReasons } from "./schemas.ts";

const askedColumnsMax = 20;
const bounds: CandidateBounds = {
  hashesMax: 128,
  firstHashes: 16,
  columnsPerHashMax: 64,
  pairsLookedUpMax: 800,
  pairsPerDatasetMax: 8,
  pairsMax: 240,
};
/** Pairs judged before other requests run. */
const judgedAtOnce = 50;
/** Pairs shown for one dataset. */
const pairsShownMax = 5;

export type Joinable = {
  /** Ids of the found datasets, best first. */
  ids: string[];
  pairs: ReadonlyMap<string, JoinableColumn[]>;
  answer: JoinableAnswer;
};

type SearchKey = Pick<JoinKey, "id" | "noiseKey">;

/**
 * `keys`: the keys with which files may have been hashed.
 * Errors: dataset_not_found, also for a draft, so that probing with a file requires publishing it.
 */
export async function findJoinable(
  db: Database,
  listingId: string,
  keys: readonly [SearchKey, ...SearchKey[]],
): Promise<Joinable> {
  const dataset = await findDataset(db, listingId);
  if (dataset === null) throw new MarketError("dataset_not_found", "No dataset has this id.");
  const { asked, key } = await readAsked(db, listingId, keys);
  const candidates = await findCandidates(db, asked, { ...bounds, keyId: key.id });
  const found = await judgeAll(asked, candidates, key.noiseKey);
  const ranked = [...found].sort(([a, [one]], [b, [other]]) => {
    return (one && other ? byUse(one, other) : 0) || (a < b ? 1 : -1);
  });
  const ids = ranked.map(([id]) => id);
  return { ids, pairs: found, answer: answerOf(asked, ids.length) };
}

/** The dataset's columns, and their hash key: only columns with the same key are compared. */
async function readAsked(
  db: Database,
  listingId: string,
  keys: readonly [SearchKey, ...SearchKey[]],
): Promise<{ asked: StoredColumn[]; key: SearchKey }> {
  for (const key of keys) {
    const read = { listingId, keyId: key.id, columnsMax: askedColumnsMax };
    const asked = await readJoinColumns(db, read);
    if (asked.length > 0) return { asked, key };
  }
  return { asked: [], key: keys[0] };
}

/** Works in slices, so that it does not block other requests. */
async function judgeAll(
  asked: readonly StoredColumn[],
  candidates: readonly CandidatePair[],
  noiseKey: string,
): Promise<Map<string, JoinableColumn[]>> {
  const byId = new Map(asked.map((column) => [column.id, column]));
  const found = new Map<string, JoinableColumn[]>();
  for (const [index, { askedId, found: other }] of candidates.entries()) {
    if (index % judgedAtOnce === judgedAtOnce - 1) await yieldToOthers();
    const column = byId.get(askedId);
    if (!column) continue;
    const isPaid = !isFree(column) || !isFree(other);
    const pair = judgePair(column, other, isPaid ? noiseOf(column, other, noiseKey) : null);
    if (pair === null) continue;
    const held = found.get(other.listingId) ?? [];
    // One answer for a paid file, because each further column would add a sample of the noise.
    const shownMax = isPaid ? 1 : pairsShownMax;
    found.set(other.listingId, [...held, pair].sort(byUse).slice(0, shownMax));
  }
  return found;
}

/** The same values always get the same noise, so repeating or re-uploading reveals nothing. */
function noiseOf(one: StoredColumn, other: StoredColumn, noiseKey: string): number {
  const digest = createHmac("sha256", noiseKey).update(pairText(one, other)).digest();
  return laplace((digest.readUIntBE(0, 6) + 0.5) / 2 ** 48);
}

function answerOf(asked: readonly StoredColumn[], found: number): JoinableAnswer {
  const reason = asked.length === 0 ? "no_keys" : found === 0 ? "none_shared" : null;
  return {
    columns: asked.map(({ name }) => name),
    reason,
    detail: reason === null ? null : joinableReasons[reason],
  };
}
