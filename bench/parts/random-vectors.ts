/**
 * Random vectors for listings without one. This is the hardest case for an index, because no
 * vectors are close to each other.
 */
import { sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { ensureModel, fixDimensions } from "../../db/queries/search/embeddings.ts";

type Model = { id: number; dimensions: number };

/** Rows in one statement. */
const chunkRows = 250_000;

/** The model's row, for vectors with `dimensions` numbers. */
export async function openModel(
  db: Database,
  name: string,
  { textVersion, dimensions }: { textVersion: number; dimensions: number },
): Promise<Model> {
  const { id } = await ensureModel(db, { name, textVersion }, new Date());
  await fixDimensions(db, id, dimensions);
  return { id, dimensions };
}

/**
 * Adds vectors to listings in id order until `count` have one. A vector's stored signs are random,
 * too, and do not match its numbers.
 */
export async function fillVectors(db: Database, model: Model, count: number): Promise<void> {
  const [row] = await db.execute<{ present: number }>(sql`
    select count(*)::int as present from listing_embedding_signs where model_id = ${model.id}`);
  const present = row?.present ?? 0;
  for (let from = present; from < count; from += chunkRows) {
    await insertVectors(db, model, { from, to: Math.min(from + chunkRows, count) });
  }
  if (present >= count) return;
  await db.execute(sql`vacuum analyze listing_embedding_signs`);
  await db.execute(sql`vacuum analyze listing_embeddings`);
}

async function insertVectors(
  db: Database,
  { id, dimensions }: Model,
  { from, to }: { from: number; to: number },
): Promise<void> {
  // MD5 digests are random enough, and the database can compute them itself.
  const bits = digests(dimensions, 128, (at) => `('x' || md5('${at}' || n))::bit(128)`);
  const bytes = digests(dimensions, 16, (at) => `md5('${at}' || n)`);
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`
      with numbered as materialized (
        select id, row_number() over () + ${from}::int as n
        from (select id from listings where not exists (
          select from listing_embedding_signs where model_id = ${id} and listing_id = listings.id
        ) order by id limit ${to - from}) as without
      ), signs as (
        insert into listing_embedding_signs (model_id, listing_id, signs)
        select ${id}::int, id, substring((${bits})::varbit for ${dimensions}) from numbered
      )
      insert into listing_embeddings (model_id, listing_id, text_hash, vector, updated_at)
      select ${id}::int, id, '', substring(decode(${bytes}, 'hex') for ${dimensions}), now()
      from numbered`);
  });
}

function digests(dimensions: number, each: number, digest: (at: number) => string) {
  const length = Math.ceil(dimensions / each);
  return sql.raw(Array.from({ length }, (_, at) => digest(at)).join(" || "));
}
