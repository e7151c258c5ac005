/** A suite with an embedding model, and listings on sale that it can embed. */
import { and, eq, isNull } from "drizzle-orm";
import { v7 } from "uuid";
import { listingEmbeddings, listings, outbox, profiles } from "../../../db/schema/index.ts";
import { type EmbeddingsStandIn, startEmbeddings } from "../../support/embeddings.ts";
import { openSuite, type Suite, seedUpload } from "../../support/workers.ts";

export type EmbedWorld = Suite & { endpoint: EmbeddingsStandIn };

export const dimensions = 256;

/** These words mean nearly the same, as for a real model. */
const concepts = { rainfall: "rain", precipitation: "rain", niederschlag: "rain" };

export async function openEmbedWorld(env: Record<string, string> = {}): Promise<EmbedWorld> {
  const endpoint = startEmbeddings({ dimensions, concepts });
  const suite = await openSuite({
    EMBEDDINGS_URL: endpoint.url,
    EMBEDDINGS_MODEL: "stand-in",
    // A busy machine answers late; the limit itself is tested with the port.
    EMBEDDINGS_QUERY_MS_MAX: "4000",
    EMBEDDINGS_SIMILARITY_MIN: "0.2",
    ...env,
  });
  return {
    ...suite,
    endpoint,
    async close() {
      await suite.close();
      endpoint.stop();
    },
  };
}

type Fields = Partial<typeof listings.$inferInsert>;

export async function activeListing(
  world: Pick<Suite, "db" | "storage">,
  fields: Fields = {},
): Promise<string> {
  const { listingId, uploadId } = await seedUpload(world, { queue: false });
  await world.db
    .update(listings)
    .set({ status: "active", publishedAt: new Date(), ...fields })
    .where(eq(listings.id, listingId));
  const columns = [
    { name: "stationId", semantic_type: "identifier" },
    { name: "lat", semantic_type: "latitude" },
  ];
  await world.db.insert(profiles).values({ uploadId, profile: { columns }, createdAt: new Date() });
  return listingId;
}

export async function storedRow({ db }: Pick<Suite, "db">, listingId: string) {
  const [row] = await db
    .select()
    .from(listingEmbeddings)
    .where(eq(listingEmbeddings.listingId, listingId));
  return row ?? null;
}

export const queuedMessages = async ({ db }: Pick<Suite, "db">) =>
  await db
    .select()
    .from(outbox)
    .where(and(eq(outbox.subject, "jobs.embed"), isNull(outbox.publishedAt)));

export const unknownId = () => v7();
