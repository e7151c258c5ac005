/** Finds the listings whose meaning is nearest to a search's text. */
import type { SearchFilters } from "../../../db/queries/search/filters.ts";
import { findNearest, findSearchedModel } from "../../../db/queries/search/vectors.ts";
import { within } from "../../../platform/bell.ts";
import type { Context } from "../../context.ts";
import { EMBEDDED_TEXT_VERSION, similarity, toSigns } from "./rules.ts";

/** Without pgvector every vector is looked at: more than these would take too long for a search. */
export const lookedAtMax = 50_000;
const hitsMax = 100;

type NearHit = { id: string; similarity: number };

type Searcher = Pick<Context, "db" | "embeddings" | "config">;
type Embeddings = NonNullable<Context["embeddings"]>;

/**
 * The active listings that pass the filters and are alike enough, the nearest first. Null where no
 * model is configured, or where it gives no vector in time: the words then answer alone. Errors: the vector and the
 * search among vectors took longer together than EMBEDDINGS_QUERY_MS_MAX.
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
  { db, config }: Searcher,
  embeddings: Embeddings,
  query: string,
  filters: SearchFilters,
): Promise<NearHit[] | null> {
  const key = { name: embeddings.model, textVersion: EMBEDDED_TEXT_VERSION };
  const [vector, model] = await Promise.all([
    embeddings.embedQuery(query),
    findSearchedModel(db, key),
  ]);
  if (vector === null || model === null || vector.length !== model.dimensions) return null;
  if (!model.isIndexed && model.vectors > lookedAtMax) return null;
  const rows = await findNearest(db, { model, signs: toSigns(vector), filters });
  return rows
    .map(({ id, vector: bytes }) => ({ id, similarity: similarity(vector, bytes) }))
    .filter((hit) => hit.similarity >= config.EMBEDDINGS_SIMILARITY_MIN)
    .sort((one, other) => other.similarity - one.similarity)
    .slice(0, hitsMax);
}
