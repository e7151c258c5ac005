/** Puts the listings of the corpus on sale, with the facts that publishing and the workers write. */
import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { v7 } from "uuid";
import type { Database } from "../../../db/client.ts";
import { learnWords } from "../../../db/queries/search/words.ts";
import { agents, listings, profiles, uploads } from "../../../db/schema/index.ts";
import type { Context } from "../../../market/context.ts";
import { refreshDueFacts } from "../../../market/facts/refresh-facts.ts";
import type { ColumnProfile, ColumnType, SemanticType } from "../../../market/profile/schemas.ts";
import { createLogger } from "../../../platform/log.ts";
import { exampleProfile } from "../../support/example-profile.ts";
import { uploadRow } from "../../support/rows.ts";
import type { CorpusListing } from "./corpus.ts";

/** The key of each listing by its id. */
export type InsertedCorpus = Map<string, string>;

/** A statement takes 65,534 parameters. */
const rowsOfStatement = 500;

/**
 * Inserts everything in one transaction, then runs the backfill of old listings. One seller per
 * source.
 */
export async function insertCorpus(
  ctx: Context,
  corpus: readonly CorpusListing[],
): Promise<InsertedCorpus> {
  const rows = corpus.map((listing) => ({ listing, id: v7(), uploadId: v7() }));
  await ctx.db.transaction(async (tx) => {
    // Listings and uploads refer to each other, so the constraints are off meanwhile.
    await tx.execute(sql`set local session_replication_role = replica`);
    const sellers = await insertSellers(tx, corpus);
    for (let at = 0; at < rows.length; at += rowsOfStatement) {
      const some = rows.slice(at, at + rowsOfStatement);
      await tx.insert(listings).values(some.map((row) => listingRow(row, sellers)));
      await tx.insert(uploads).values(some.map(uploadOf));
      await tx.insert(profiles).values(some.map(profileRow));
    }
    // The trigger that creates the search words was off too.
    await tx.execute(sql`set local session_replication_role = origin`);
    await tx.execute(sql`update listings set title = title`);
    for (const { id } of rows) await learnWords(tx, id);
  });
  await ctx.db.execute(sql`update listings set column_facts =
    (select column_facts(profile -> 'columns') from profiles where upload_id = current_upload_id)`);
  const log = createLogger({ level: "silent", service: "test" });
  await refreshDueFacts(ctx, { rowsMax: corpus.length, log });
  await ctx.db.execute(sql`analyze listings`);
  return new Map(rows.map(({ id, listing }) => [id, listing.key]));
}

type Row = { listing: CorpusListing; id: string; uploadId: string };

const sourceOf = ({ key }: CorpusListing): string => key.slice(0, key.lastIndexOf("/"));

async function insertSellers(
  tx: Database,
  corpus: readonly CorpusListing[],
): Promise<Map<string, string>> {
  const sellers = new Map([...new Set(corpus.map(sourceOf))].map((source) => [source, v7()]));
  const now = new Date();
  await tx.insert(agents).values(
    [...sellers].map(([source, id]) => ({
      id,
      agentName: source.replace(/[^a-z0-9]+/gi, "-").replace(/^-+|-+$/g, ""),
      ownerEmail: "corpus@example.org",
      state: "pending" as const,
      registeredFromHash: "",
      registeredAt: now,
      tokenExpiresAt: now,
    })),
  );
  return sellers;
}

function listingRow({ listing, id, uploadId }: Row, sellers: Map<string, string>) {
  const published = new Date(`${listing.published_on}T12:00:00Z`);
  return {
    id,
    agentId: sellers.get(sourceOf(listing)) ?? "",
    status: "active" as const,
    title: listing.title,
    description: listing.description,
    category: listing.category,
    tags: listing.tags,
    license: listing.license,
    pricingType: "buy_it_now" as const,
    priceCents: listing.price_cents,
    createdAt: published,
    updatedAt: published,
    publishedAt: published,
    currentUploadId: uploadId,
    version: 1,
    format: listing.format,
    byteSize: byteSizeOf(listing),
    sha256: sha256Of(listing),
    rowCount: listing.rows,
    columnCount: listing.columns.length,
    qualityScore: 0.8,
    columnNames: listing.columns.map(([name]) => name.toLowerCase()),
  };
}

function uploadOf({ listing, id, uploadId }: Row) {
  const at = new Date(`${listing.published_on}T11:00:00Z`);
  return uploadRow({
    id: uploadId,
    listingId: id,
    state: "generated" as const,
    storagePath: `uploads/${uploadId}`,
    issuedAt: at,
    attachedAt: at,
    finishedAt: at,
    version: 1,
    publishedAt: at,
    byteSize: byteSizeOf(listing),
    objectEtag: '"corpus"',
    sha256: sha256Of(listing),
    format: listing.format,
    samplePath: `samples/${uploadId}`,
  });
}

function profileRow({ listing, uploadId }: Row) {
  const profile = {
    ...exampleProfile,
    dataset_version: uploadId,
    file_sha256: sha256Of(listing),
    row_count: listing.rows ?? 0,
    column_count: listing.columns.length,
    byte_size: byteSizeOf(listing),
    format: listing.format,
    columns: listing.columns.map((column) => profileColumn(listing, column)),
  };
  return { uploadId, profile, createdAt: new Date() };
}

/** The profile of a column of which only name, type and time are known. */
function profileColumn(
  { columns, covers }: CorpusListing,
  [name, type]: CorpusListing["columns"][number],
): ColumnProfile {
  const [blank] = exampleProfile.columns;
  const unknown = { min: null, max: null, mean: null, median: null, std: null };
  const none = { quantiles: null, histogram: null, length: null, top_values: null };
  const index = columns.findIndex(([other]) => other === name);
  const meaning = meaningOf(name, type);
  const column = { ...blank, name, index, type, ...unknown, ...none, semantic_type: meaning };
  return { ...column, ...edgesOf(covers, type, meaning) } as ColumnProfile;
}

const meanings: [name: RegExp, meaning: SemanticType][] = [
  [/^(?:lat|latitude)$/i, "latitude"],
  [/^(?:lon|lng|long|longitude)$/i, "longitude"],
  [/^(?:year|time)$/i, "year"],
];

function meaningOf(name: string, type: ColumnType): SemanticType | null {
  if (type !== "integer" && type !== "number") return null;
  return meanings.find(([words]) => words.test(name))?.[1] ?? null;
}

/** The first and last value of a date or year column: those that the listing covers. */
function edgesOf(covers: CorpusListing["covers"], type: ColumnType, meaning: SemanticType | null) {
  if (covers === null) return {};
  const [from, to] = covers;
  if (meaning === "year") return { min: Number(from.slice(0, 4)), max: Number(to.slice(0, 4)) };
  return type === "date" || type === "datetime" ? { min: from, max: to } : {};
}

/** The files are not available: assumes eight bytes per cell. */
const byteSizeOf = ({ rows, columns }: CorpusListing): number =>
  Math.max(1, (rows ?? 1) * Math.max(1, columns.length) * 8);

const sha256Of = ({ key }: CorpusListing): string => createHash("sha256").update(key).digest("hex");
