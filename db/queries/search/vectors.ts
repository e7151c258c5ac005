/** Vector search: finds the nearest by sign bits, then returns the data for exact distances. */
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { prepared } from "../../prepared.ts";
import {
  embeddingModels,
  listingEmbeddingSigns,
  listingEmbeddings,
  listings,
} from "../../schema/index.ts";
import { uuidArray } from "./arrays.ts";
import type { ModelKey } from "./embeddings.ts";
import { conditions, type SearchFilters } from "./filters.ts";
import { changesOf, type ReadFrom, type Since } from "./signs.ts";

export type SearchedModel = {
  id: number;
  dimensions: number;
  /** Uses pgvector: no sequential search. */
  isIndexed: boolean;
  /** Approximate number of vectors. */
  vectors: number;
  /** If changes were requested: records of signs (`signs.ts`), and the start of the next read. */
  changed: Uint8Array | null;
  readFrom: ReadFrom;
};

/** The model's row and how to search its vectors; null if there are none. */
export async function findSearchedModel(
  db: Database,
  { name, textVersion }: ModelKey,
  since: Since | null = null,
): Promise<SearchedModel | null> {
  const signs = sql`'listing_embedding_signs'::regclass`;
  const [row] = await db
    .select({
      id: embeddingModels.id,
      dimensions: embeddingModels.dimensions,
      isIndexed: sql<boolean>`exists (select from pg_index
        where indrelid = ${signs} and indisvalid
          and indexrelid = to_regclass(${signsIndexPrefix} || ${embeddingModels.id}))`,
      vectors: sql<number>`(select greatest(reltuples, 0)::int from pg_class where oid = ${signs})`,
      ...changesOf(since),
    })
    .from(embeddingModels)
    .where(and(eq(embeddingModels.name, name), eq(embeddingModels.textVersion, textVersion)));
  if (row === undefined || row.dimensions === null) return null;
  return { ...row, dimensions: row.dimensions };
}

/** Name of a model's pgvector index, followed by the model's id. */
export const signsIndexPrefix = "listing_embedding_signs_near_";

export type NearRow = { id: string; vector: Uint8Array };

export type NearQuery = {
  model: SearchedModel;
  /** Sign bits of the query's vector, as zeros and ones. */
  signs: string;
  filters: SearchFilters;
  /** Most of the exactly weighed results to request; the others are farther away. */
  weighedMax: number;
};

/** All signs, in this process's memory. */
export type SignsHeld = {
  size: number;
  /** Listings that differ in the fewest signs, nearest first. */
  nearest: (signs: Uint8Array, max: number) => string[];
  /** Data for a listing's exact distance; null if memory holds no vectors. */
  vectorOf: ((id: string) => Uint8Array) | null;
};

/** Number of candidates for exact distances: enough to miss few of the true nearest. */
const nearestMax = 200;
/**
 * Number of candidates checked against the filters if few of the nearest pass; memory has them at
 * once.
 */
const namedMax = 2000;
/** With fewer passing candidates, the filtered listings are searched instead. */
const leftMin = 30;
/** Most filtered listings to search. */
const filteredMax = 5000;

/** The nearest active listings that pass the filters, unordered, with data for exact distances. */
export async function findNearest(db: Database, query: NearQuery): Promise<NearRow[]> {
  const among = await (query.model.isIndexed
    ? findByIndex(db, query)
    : readNear(db, query, nearestOfAll(query)));
  if (among.length >= leftMin) return among;
  const filtered = await db.execute<NearRow>(nearAmongFiltered(query));
  return filtered.length > among.length ? [...filtered] : among;
}

/** The same with signs held in memory. */
export async function findNearestHeld(
  db: Database,
  query: NearQuery,
  held: { signs: SignsHeld; asked: Uint8Array },
): Promise<NearRow[]> {
  for (const max of [nearestMax, namedMax]) {
    const ids = held.signs.nearest(held.asked, max);
    const among = await readNamed(db, query, ids, held.signs);
    if (among.length >= leftMin || held.signs.size <= max) return among;
  }
  return [...(await db.execute<NearRow>(nearAmongFiltered(query)))];
}

/**
 * With vectors in memory, the database only checks which listings still have a vector and pass the
 * filters, until there are enough: a look-up takes about 8 µs.
 */
async function readNamed(
  db: Database,
  query: NearQuery,
  ids: string[],
  { vectorOf }: SignsHeld,
): Promise<NearRow[]> {
  if (vectorOf === null) return await readNear(db, query, named(ids));
  const filters = conditions(query.filters);
  const [row] = await db.execute<{ ids: string | null }>(sql`
    ${filters.length === 1 ? prepared : sql``}
    select string_agg(listing_id::text, ',') as ids from (
      select nearest.listing_id from ${named(ids)} as nearest
      cross join lateral (
        select from ${listings} where ${listings.id} = nearest.listing_id
          and ${sql.join(filters, sql` and `)} offset 0
      ) as passing
      cross join lateral (
        select from ${listingEmbeddingSigns} where model_id = ${query.model.id}
          and ${listingEmbeddingSigns.listingId} = nearest.listing_id offset 0
      ) as kept limit ${query.weighedMax}
    ) as near`);
  const passing = row?.ids?.split(",") ?? [];
  return passing.map((id) => ({ id, vector: vectorOf(id) }));
}

/**
 * Sets how many entries the index visits, and forbids a sequential scan, only for this transaction.
 */
async function findByIndex(db: Database, query: NearQuery): Promise<NearRow[]> {
  return await db.transaction(async (tx) => {
    await tx.execute(sql.raw(`set local hnsw.ef_search = ${nearestMax}`));
    await tx.execute(sql`set local enable_seqscan = off`);
    return await readNear(tx, query, nearestOfAll(query));
  });
}

async function readNear(
  db: Database,
  { model, filters }: NearQuery,
  nearest: SQL,
): Promise<NearRow[]> {
  return [
    ...(await db.execute<NearRow>(sql`
      ${nearRows(model, nearest, passing(filters))} limit ${nearestMax}
    `)),
  ];
}

function nearestOfAll({ model, signs }: NearQuery): SQL {
  return sql`(select listing_id from ${listingEmbeddingSigns}
    where model_id = ${literal(model.id)}
    order by ${distance(model, signs)} limit ${nearestMax})`;
}

function named(ids: string[]): SQL {
  return sql`(select listing_id from unnest(${uuidArray(ids)}) with ordinality as t (listing_id, place)
    order by place)`;
}

/** A narrow filter leaves few of the nearest, so the search runs among the filtered listings. */
function nearAmongFiltered({ model, signs, filters }: NearQuery): SQL {
  return sql`
    with passing as materialized (
      select id from ${listings} where ${passing(filters)} limit ${filteredMax}
    ), nearest as materialized (
      select near.listing_id from passing
      join ${listingEmbeddingSigns} as near
        on near.listing_id = passing.id and near.model_id = ${literal(model.id)}
      order by bit_count(near.signs # ${signs}::varbit) limit ${nearestMax}
    )
    ${nearRows(model, sql`nearest`, sql`true`)}
  `;
}

/**
 * Looked up one by one: with a join, the planner may scan everybody's vectors to find two hundred.
 */
function nearRows(model: SearchedModel, nearest: SQL, where: SQL): SQL {
  return sql`
    select nearest.listing_id as id, held.vector
    from ${nearest} as nearest
    cross join lateral (
      select from ${listings} where ${listings.id} = nearest.listing_id and ${where} offset 0
    ) as passing
    cross join lateral (
      select vector from ${listingEmbeddings}
      where ${listingEmbeddings.modelId} = ${literal(model.id)}
        and ${listingEmbeddings.listingId} = nearest.listing_id and vector is not null
      offset 0
    ) as held`;
}

/** Number of differing signs. pgvector's index requires its own operator and a fixed length. */
function distance({ dimensions, isIndexed }: SearchedModel, signs: string): SQL {
  if (!isIndexed) return sql`bit_count(${listingEmbeddingSigns.signs} # ${signs}::varbit)`;
  const bits = literal(dimensions);
  return sql`${listingEmbeddingSigns.signs}::bit(${bits}) <~> ${signs}::bit(${bits})`;
}

/** Words are ignored as a filter, because the search is by meaning. */
function passing(filters: SearchFilters): SQL {
  return sql.join(conditions(filters), sql` and `);
}

/** Only literals let the planner use a partial index and a length. */
function literal(value: number): SQL {
  return sql.raw(String(Math.trunc(value)));
}
