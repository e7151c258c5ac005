/** pgvector, if the database has it: an index over the signs of each model's vectors. */
import { sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { embeddingModels, listingEmbeddingSigns } from "../../schema/index.ts";
import { signsIndexPrefix } from "./vectors.ts";

/** A transaction lock, so that only one process builds and a crash releases it. */
const buildLock = 4_002_027;
const buildMsMax = 3_600_000;

export type IndexState = "unavailable" | "refused" | "present" | "built" | "elsewhere";

/**
 * Builds the model's index in one transaction, so that a crash leaves nothing. Storing vectors
 * waits, searches continue. `unavailable`: no pgvector on the server. `refused`: this user may not
 * create the extension. `elsewhere`: another process is building.
 */
export async function ensureSignsIndex(
  db: Database,
  model: { id: number; dimensions: number },
): Promise<IndexState> {
  const name = `${signsIndexPrefix}${model.id}`;
  const state = await readState(db, name);
  if (state.isPresent) return "present";
  if (!state.isAvailable) return "unavailable";
  if (!state.isInstalled && !(await makeExtension(db))) return "refused";
  return await db.transaction(async (tx) => {
    await tx.execute(sql.raw(`set local statement_timeout = ${buildMsMax}`));
    const [lock] = await tx.execute<{ held: boolean }>(
      sql`select pg_try_advisory_xact_lock(${buildLock}) as held`,
    );
    if (lock?.held !== true) return "elsewhere";
    const bits = `bit(${Math.trunc(model.dimensions)})`;
    await tx.execute(sql`
      create index if not exists ${sql.identifier(name)} on ${listingEmbeddingSigns}
      using hnsw ((signs::${sql.raw(bits)}) bit_hamming_ops)
      where model_id = ${sql.raw(String(Math.trunc(model.id)))}
    `);
    return "built";
  });
}

async function readState(db: Database, indexName: string) {
  const [row] = await db.execute<{
    isPresent: boolean;
    isAvailable: boolean;
    isInstalled: boolean;
  }>(sql`
    select to_regclass(${indexName}) is not null as "isPresent",
      exists (select from pg_available_extensions where name = 'vector') as "isAvailable",
      exists (select from pg_extension where extname = 'vector') as "isInstalled"
  `);
  return row ?? { isPresent: false, isAvailable: false, isInstalled: false };
}

async function makeExtension(db: Database): Promise<boolean> {
  try {
    await db.execute(sql`create extension if not exists vector`);
    return true;
  } catch {
    return false;
  }
}

/** Drops the indexes of models without vectors; returns how many. */
export async function dropUnusedIndexes(db: Database, keptModelId: number): Promise<number> {
  const rows = await db.execute<{ name: string }>(sql`
    select relname as name from ${embeddingModels} as model
    join pg_class on relname = ${signsIndexPrefix} || model.id
    where model.id <> ${keptModelId} and not exists (
      select from ${listingEmbeddingSigns} as signs where signs.model_id = model.id)
  `);
  for (const { name } of rows) await db.execute(sql`drop index if exists ${sql.identifier(name)}`);
  return rows.length;
}
