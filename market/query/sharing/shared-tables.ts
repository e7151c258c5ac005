/** The datasets and tables that a recipient of Delta Sharing may read. */
import {
  findQueriedListing,
  type QueriedListing,
  readFreeListings,
  readOwnListings,
  readPurchasesOf,
} from "../../../db/queries/catalogue/queried-files.ts";
import { readMadeTwins, type TwinRow } from "../../../db/queries/catalogue/twins.ts";
import { type Twin, viewTwin } from "../../catalogue/twin/find-twin.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { idSchema } from "../../text.ts";
import { type Asker, accountIdOf, isSellerOf } from "../find-readable-file.ts";
import { SHARING_PAGE_MAX } from "./limits.ts";
import {
  onlyTableName,
  readPageToken,
  type SharedFile,
  type ShareName,
  sharedFiles,
  sharedTableNames,
  shareNames,
  type TablePlace,
} from "./rules.ts";

type Reads = Pick<Context, "db">;

/** Purchases that are read for each listing of a page, on average. */
const purchasesPerListingMax = 20;

export type SharingPage = { maxResults?: string | undefined; pageToken?: string | undefined };
export type SharedTable = {
  datasetId: string;
  name: string;
  file: SharedFile;
  position: number;
  isDefault: boolean;
  twin: Twin;
};

/** The share of a name in any case. Errors: token_missing without a caller; dataset_not_found. */
export function requireShare(name: string, asker: Asker): ShareName {
  const share = shareNames.find((one) => one === name.toLowerCase());
  if (share === undefined) {
    throw new MarketError("dataset_not_found", `The shares are ${shareNames.join(" and ")}.`);
  }
  if (share === "library" && asker === null) {
    throw new MarketError("token_missing", "The share `library` needs an API key as bearer token.");
  }
  return share;
}

/** A page of the share's datasets by id. Errors: invalid_request. */
export async function listSharedDatasets(
  reads: Reads,
  share: ShareName,
  asker: Asker,
  page: SharingPage,
): Promise<{ ids: string[]; next: string | null }> {
  const { rowsMax, after } = readPage(page);
  if (rowsMax === 0) return { ids: [], next: page.pageToken || beginning };
  const { listings, isEnd } = await readListings(reads, share, asker, {
    after: after?.datasetId ?? null,
    rowsMax,
  });
  const files = await filesOf(reads, share, asker, listings);
  const ids = listings.filter(({ id }) => (files.get(id) ?? []).length > 0).map(({ id }) => id);
  return { ids, next: isEnd ? null : (listings.at(-1)?.id ?? null) };
}

/** A page of the tables of all datasets of the share. Errors: invalid_request. */
export async function listAllSharedTables(
  reads: Reads,
  share: ShareName,
  asker: Asker,
  page: SharingPage,
): Promise<{ tables: SharedTable[]; next: string | null }> {
  const { rowsMax, after } = readPage(page);
  if (rowsMax === 0) return { tables: [], next: page.pageToken || beginning };
  const begun = after === null ? null : await findQueriedListing(reads.db, after.datasetId);
  const { listings, isEnd } = await readListings(reads, share, asker, {
    after: after?.datasetId ?? null,
    rowsMax,
  });
  const all = await tablesOf(reads, share, asker, begun === null ? listings : [begun, ...listings]);
  const left = all.filter(({ datasetId, position }) => {
    return datasetId !== after?.datasetId || position > after.position;
  });
  const tables = left.slice(0, rowsMax);
  const last = tables.at(-1);
  if (left.length > tables.length) {
    return { tables, next: last === undefined ? null : `${last.datasetId}.${last.position}` };
  }
  return { tables, next: isEnd ? null : `${listings.at(-1)?.id}.${positionsMax}` };
}

const positionsMax = 999_999;
/** The token of the first page. */
const beginning = "00000000-0000-0000-0000-000000000000";

/** The tables of a dataset. Errors: dataset_not_found, purchase_required. */
export async function listSharedTables(
  { db }: Reads,
  share: ShareName,
  asker: Asker,
  datasetId: string,
): Promise<SharedTable[]> {
  const listing = await requireShared({ db }, share, asker, datasetId);
  return tablesOf({ db }, share, asker, [listing]);
}

/**
 * A table by its name in any case; `data` is also the default table. Errors: dataset_not_found, purchase_required, table_not_found,
 * invalid_request for a version that the caller may not read.
 */
export async function findSharedTable(
  { db }: Reads,
  share: ShareName,
  asker: Asker,
  asked: { datasetId: string; table: string; version?: number | undefined },
): Promise<SharedTable> {
  const listing = await requireShared({ db }, share, asker, asked.datasetId);
  const files = (await filesOf({ db }, share, asker, [listing])).get(listing.id) ?? [];
  const { version } = asked;
  const file = version === undefined ? files[0] : files.find((each) => each.version === version);
  if (file === undefined) {
    const versions = files.map((each) => each.version).join(", ");
    throw new MarketError("invalid_request", `You may read these versions: ${versions}.`);
  }
  const tables = tablesIn(listing.id, file, await readMadeTwins(db, [file.uploadId]));
  const name = asked.table.toLowerCase();
  const found =
    tables.find((table) => table.name.toLowerCase() === name) ??
    (name === onlyTableName ? tables.find(({ isDefault }) => isDefault) : undefined);
  if (found !== undefined) return found;
  const names = tables.map((table) => table.name).join(", ");
  const detail = names === "" ? "No table of it is stored as Parquet." : `It has: ${names}.`;
  throw new MarketError("table_not_found", detail);
}

async function requireShared(
  { db }: Reads,
  share: ShareName,
  asker: Asker,
  datasetId: string,
): Promise<QueriedListing> {
  const id = idSchema.safeParse(datasetId.toLowerCase());
  const listing = id.success ? await findQueriedListing(db, id.data) : null;
  const files = listing === null ? null : await filesOf({ db }, share, asker, [listing]);
  if (listing !== null && (files?.get(listing.id) ?? []).length > 0) return listing;
  if (listing?.status !== "active") {
    throw new MarketError("dataset_not_found", "No dataset of this share has this id.");
  }
  const detail =
    share === "free"
      ? "The dataset is not free. Buy it, and read it in the share `library`."
      : "You neither bought nor sell this dataset. Free datasets are in the share `free`.";
  throw new MarketError("purchase_required", detail);
}

function readPage({ maxResults, pageToken }: SharingPage): {
  rowsMax: number;
  after: TablePlace | null;
} {
  const asked = maxResults === undefined ? SHARING_PAGE_MAX : Number(maxResults);
  if (!Number.isSafeInteger(asked) || asked < 0) {
    throw new MarketError("invalid_request", "`maxResults` is a whole number from 0.");
  }
  const after = pageToken === undefined || pageToken === "" ? null : readPageToken(pageToken);
  if (after === null && pageToken) {
    throw new MarketError("invalid_request", "`pageToken` is not one that this server gave.");
  }
  return { rowsMax: Math.min(asked, SHARING_PAGE_MAX), after };
}

async function readListings(
  { db }: Reads,
  share: ShareName,
  asker: Asker,
  { after, rowsMax }: { after: string | null; rowsMax: number },
): Promise<{ listings: QueriedListing[]; isEnd: boolean }> {
  const page = { after, rowsMax: rowsMax + 1 };
  const found =
    share === "free"
      ? await readFreeListings(db, page)
      : await readOwnListings(db, {
          ...page,
          accountId: accountIdOf(asker),
          agentId: asker?.kind === "agent" ? asker.agentId : null,
        });
  return { listings: found.slice(0, rowsMax), isEnd: found.length <= rowsMax };
}

async function filesOf(
  { db }: Reads,
  share: ShareName,
  asker: Asker,
  listings: readonly QueriedListing[],
): Promise<Map<string, SharedFile[]>> {
  const accountId = accountIdOf(asker);
  const purchases =
    share === "free" || accountId === null
      ? []
      : await readPurchasesOf(db, {
          accountId,
          listingIds: listings.map(({ id }) => id),
          rowsMax: listings.length * purchasesPerListingMax,
        });
  return new Map(
    listings.map((listing) => {
      const { id } = listing;
      const isSeller = isSellerOf(listing, asker);
      const purchased = purchases.filter(({ listingId }) => listingId === id);
      return [id, sharedFiles(share, listing, { isSeller, purchased })];
    }),
  );
}

async function tablesOf(
  reads: Reads,
  share: ShareName,
  asker: Asker,
  listings: readonly QueriedListing[],
): Promise<SharedTable[]> {
  const files = await filesOf(reads, share, asker, listings);
  const chosen = listings.flatMap(({ id }) => {
    const file = files.get(id)?.[0];
    return file === undefined ? [] : [{ id, file }];
  });
  const rows = await readMadeTwins(
    reads.db,
    chosen.map(({ file }) => file.uploadId),
  );
  return chosen.flatMap(({ id, file }) => {
    const own = rows.filter(({ uploadId }) => uploadId === file.uploadId);
    return tablesIn(id, file, own);
  });
}

/** Names count all tables of the file, so that they stay when a copy is made later. */
function tablesIn(datasetId: string, file: SharedFile, rows: readonly TwinRow[]): SharedTable[] {
  const names = sharedTableNames(rows.map(({ tableName }) => tableName));
  return rows.flatMap((row, index) => {
    const twin = viewTwin(row);
    if ("missing" in twin) return [];
    return [
      {
        datasetId,
        name: names[index] ?? "",
        file,
        position: row.position,
        isDefault: row.isDefault,
        twin,
      },
    ];
  });
}
