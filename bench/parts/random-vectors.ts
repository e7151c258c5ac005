/** Random vectors for listings that have none: the hardest case of an index, since nothing is near anything. */
import { sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { ensureModel, fixDimensions } from "../../db/queries/search/embeddings.ts";

type Model = { id: number; dimensions: number };

/** Rows of one statement. */
const chunkRows = 250_000;

/** The model's row, with vectors of so many numbers. */
export async function openModel(
  db: Database,
  name: string,
  { textVersion, dimensions }: { textVersion: number; dimensions: number },
): Promise<Model> {
  const { id } = await ensureModel(db, { name, textVersion }, new Date());
  await fixDimensions(db, id, dimensions);
  return { id, dimensions };
}

/** Gives vectors to listings until `count` have one, the first ones by id. Signs and numbers are not of one piece. */
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
  // Digests of MD5 are as good as random, and made where they are stored.
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
