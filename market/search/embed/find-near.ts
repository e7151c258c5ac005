/** Finds the listings whose meaning is nearest to a search's text. */
import type { ModelKey } from "../../../db/queries/search/embeddings.ts";
import type { SearchFilters } from "../../../db/queries/search/filters.ts";
import {
  findNearest,
  findNearestHeld,
  findSearchedModel,
  type NearQuery,
  type NearRow,
  type SignsHeld,
} from "../../../db/queries/search/vectors.ts";
import { within } from "../../../platform/bell.ts";
import type { Context } from "../../context.ts";
import { EMBEDDED_TEXT_VERSION, packSigns, similarity, toSigns } from "./rules.ts";

/** Without pgvector, Postgres compares every vector: with more than these, a search would take too long. */
export const lookedAtMax = 50_000;
const hitsMax = 100;

type NearHit = { id: string; similarity: number };

type Searcher = Pick<Context, "db" | "embeddings" | "config" | "signsInMemory">;
type Embeddings = NonNullable<Context["embeddings"]>;

/**
 * Active listings that pass the filters and are similar enough, nearest first. Null if no model is
 * configured or it gives no vector in time: then only the words count. Throws if the vector and the
 * comparison together take longer than EMBEDDINGS_QUERY_MS_MAX.
 */
export async function findNear(
  searcher: Searcher,
  query: string,
  filters: SearchFilters,
): Promise<NearHit[] | null> {
  const { embeddings, config } = searcher;
  if (embeddings === null) return null;
  return await within(config.EMBEDDINGS_QUERY_MS_MAX, find(searcher, embeddings, query, filters));
}

async function find(
  searcher: Searcher,
  embeddings: Embeddings,
  query: string,
  filters: SearchFilters,
): Promise<NearHit[] | null> {
  const key = { name: embeddings.model, textVersion: EMBEDDED_TEXT_VERSION };
  const { config, signsInMemory } = searcher;
  const [vector, followed] = await Promise.all([
    embeddings.embedQuery(query),
    signsInMemory === undefined ? findModel(searcher, key) : signsInMemory.follow(searcher.db, key),
  ]);
  if (vector === null || followed === null) return null;
  const { model, signs: held } = followed;
  if (vector.length !== model.dimensions) return null;
  const near = { model, signs: toSigns(vector), filters, weighedMax: hitsMax };
  const likeness = likenessTo(vector);
  const rows = await weigh(searcher, near, held && weighed(held, likeness));
  if (rows === null) return null;
  return rows
    .map(({ id, vector: bytes }) => ({ id, similarity: likeness(id, bytes) }))
    .filter((hit) => hit.similarity >= config.EMBEDDINGS_SIMILARITY_MIN)
    .sort((one, other) => other.similarity - one.similarity)
    .slice(0, hitsMax);
}

async function findModel({ db }: Searcher, key: ModelKey) {
  const model = await findSearchedModel(db, key);
  return model === null ? null : { model, signs: null };
}

type Likeness = (id: string, bytes: Uint8Array) => number;

/** Similarity to the query's vector, computed once for each listing. */
function likenessTo(asked: Float32Array): Likeness {
  const known = new Map<string, number>();
  return (id, bytes) => {
    const likeness = known.get(id) ?? similarity(asked, bytes);
    known.set(id, likeness);
    return likeness;
  };
}

/** Ranks the nearest by signs again by their full vectors, as far as those are in memory. */
function weighed(held: SignsHeld, likeness: Likeness): SignsHeld {
  const { size, vectorOf } = held;
  if (vectorOf === null) return held;
  const likenessOf = (id: string) => ({ id, similarity: likeness(id, vectorOf(id)) });
  return {
    size,
    vectorOf,
    nearest: (signs, max) =>
      held
        .nearest(signs, max)
        .map(likenessOf)
        .sort((one, other) => other.similarity - one.similarity)
        .map(({ id }) => id),
  };
}

/** Null if there are too many vectors to compare. */
async function weigh(
  { db }: Searcher,
  query: NearQuery,
  held: SignsHeld | null,
): Promise<NearRow[] | null> {
  if (held !== null) {
    return await findNearestHeld(db, query, { signs: held, asked: packSigns(query.signs) });
  }
  const { isIndexed, vectors } = query.model;
  return isIndexed || vectors <= lookedAtMax ? await findNearest(db, query) : null;
}
