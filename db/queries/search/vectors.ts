/** Searches by vectors: the nearest by the signs of their numbers, then what weighs those exactly. */
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
  /** By pgvector: nothing is looked at one by one. */
  isIndexed: boolean;
  /** About how many vectors there are. */
  vectors: number;
  /** Where it was asked what has changed: records of signs (`signs.ts`), and where the next reading begins. */
  changed: Uint8Array | null;
  readFrom: ReadFrom;
};

/** The model's row and how its vectors can be searched; null where there are none. */
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

/** The index of a model by pgvector is named by this and the model's id. */
export const signsIndexPrefix = "listing_embedding_signs_near_";

export type NearRow = { id: string; vector: Uint8Array };

export type NearQuery = {
  model: SearchedModel;
  /** Of the query's vector, as zeros and ones. */
  signs: string;
  filters: SearchFilters;
  /** So many of those that memory has weighed, the nearest first, are asked for: the others are farther. */
  weighedMax: number;
};

/** All signs, in the memory of who searches. */
export type SignsHeld = {
  size: number;
  /** The listings that differ in the fewest signs, in the order in which they are looked up. */
  nearest: (signs: Uint8Array, max: number) => string[];
  /** What weighs a listing exactly; null where memory has no vectors. */
  vectorOf: ((id: string) => Uint8Array) | null;
};

/** What is weighed exactly: enough that few of the true nearest are missing among them. */
const nearestMax = 200;
/** Of so many it is asked whether they pass the filters, where few of the nearest do: memory names them at once. */
const namedMax = 2000;
/** With fewer left of them, what the filters leave is looked at instead. */
const leftMin = 30;
/** Of what the filters leave, so many are looked at. */
const filteredMax = 5000;

/** The nearest active listings that pass the filters, in no order, with what weighs them exactly. */
export async function findNearest(db: Database, query: NearQuery): Promise<NearRow[]> {
  const among = await (query.model.isIndexed
    ? findByIndex(db, query)
    : readNear(db, query, nearestOfAll(query)));
  if (among.length >= leftMin) return among;
  const filtered = await db.execute<NearRow>(nearAmongFiltered(query));
  return filtered.length > among.length ? [...filtered] : among;
}

/** The same by signs that are held in memory. */
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
 * Where memory has the vectors, it is only asked which listings still have one and pass, until there are enough: a
 * look-up of a listing and of its signs costs some 8 µs.
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

/** The index looks at as many as are asked of it, and looking at all is no choice: in here alone. */
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

/** A narrow filter leaves few of the nearest of all: then they are found among those that pass. */
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

/** Looked up one by one: joined, the planner may merge the vectors of everybody to find two hundred. */
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

/** In how many signs they differ. pgvector's index knows the same by its operator and a fixed length. */
function distance({ dimensions, isIndexed }: SearchedModel, signs: string): SQL {
  if (!isIndexed) return sql`bit_count(${listingEmbeddingSigns.signs} # ${signs}::varbit)`;
  const bits = literal(dimensions);
  return sql`${listingEmbeddingSigns.signs}::bit(${bits}) <~> ${signs}::bit(${bits})`;
}

/** The words are the meaning that is searched by: they are no filter here. */
function passing(filters: SearchFilters): SQL {
  return sql.join(conditions(filters), sql` and `);
}

/** A partial index and a length are known by literals alone. */
function literal(value: number): SQL {
  return sql.raw(String(Math.trunc(value)));
}
