/** The datasets whose columns share values with those of a given one, best first. */
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
/** Pairs that are judged before other requests have their turn. */
const judgedAtOnce = 50;
/** Pairs that are told of one dataset. */
const pairsShownMax = 5;

export type Joinable = {
  /** The ids of the datasets that were found, best first. */
  ids: string[];
  pairs: ReadonlyMap<string, JoinableColumn[]>;
  answer: JoinableAnswer;
};

type SearchKey = Pick<JoinKey, "id" | "noiseKey">;

/**
 * `keys`: those that files may have been hashed by.
 * Errors: dataset_not_found, also for a draft: whoever probes by a file must publish it.
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

/** The columns, and the key by which they were hashed: others of that one are compared with them. */
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

/** Judging all at once would hold up every other request. */
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
    // One answer about a paid file: many columns of one file would draw as many noises.
    const shownMax = isPaid ? 1 : pairsShownMax;
    found.set(other.listingId, [...held, pair].sort(byUse).slice(0, shownMax));
  }
  return found;
}

/** The same for the same values, so that asking again, or uploading again, tells nothing new. */
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
