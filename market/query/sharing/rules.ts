/** Names, schemas and answers of Delta Sharing (github.com/delta-io/delta-sharing). Pure. */
import { isReadByBuyer } from "../../catalogue/bought/rules.ts";
import type { TwinColumn } from "../../catalogue/twin/vocabulary.ts";
import { isFree } from "../../pricing.ts";
import type { Purchased, QueriedListing } from "../rules.ts";

/** `free`: every free dataset on sale. `library`: what the caller has bought or sells. */
export const shareNames = ["free", "library"] as const;
export type ShareName = (typeof shareNames)[number];

/** A dataset is a schema with its id as name; tables of a file with one table have this name. */
export const onlyTableName = "data";
const nameCharsMax = 200;

/**
 * Names of a file's tables in order: without characters that the protocol forbids, and unique,
 * ignoring case.
 */
export function sharedTableNames(names: readonly (string | null)[]): string[] {
  const taken = new Set<string>();
  return names.map((name, position) => {
    const plain = (name ?? onlyTableName).replaceAll(/[\s./?#\p{Cc}]+/gu, "_");
    const short = plain.slice(0, nameCharsMax);
    const isTaken = short === "" || taken.has(short.toLowerCase());
    const own = isTaken ? `${short}_${position + 1}` : short;
    taken.add(own.toLowerCase());
    return own;
  });
}

/** Types that our Parquet writer chooses; times of day have no type in Delta. */
const deltaTypes: Readonly<Partial<Record<TwinColumn["type"], string>>> = {
  integer: "long",
  number: "double",
  boolean: "boolean",
  date: "date",
  datetime: "timestamp",
  time: "long",
  binary: "binary",
};

/** Spark's schema of a table as JSON text. */
export function schemaString(columns: readonly TwinColumn[]): string {
  const fields = columns.map(({ name, type }) => {
    return { name, type: deltaTypes[type] ?? "string", nullable: true, metadata: {} };
  });
  return JSON.stringify({ type: "struct", fields });
}

type SharedPurchase = Purchased & { purchaseId: string };

/** A version that the caller may download; `purchaseId` if because of a purchase. */
export type SharedFile = { uploadId: string; version: number; purchaseId: string | null };

/**
 * The versions of a listing in a share, the default one first: the published one, otherwise the
 * latest that was bought.
 */
export function sharedFiles(
  share: ShareName,
  listing: QueriedListing,
  { isSeller, purchased }: { isSeller: boolean; purchased: readonly SharedPurchase[] },
): SharedFile[] {
  const { currentUploadId: uploadId, version } = listing;
  const current = uploadId === null ? [] : [{ uploadId, version, purchaseId: null }];
  if (share === "free") return listing.status === "active" && isFree(listing) ? current : [];
  const bought = purchased
    .filter((purchase) => isReadByBuyer(listing, purchase))
    .map(({ purchaseId, ...file }) => ({
      purchaseId,
      uploadId: file.uploadId,
      version: file.version,
    }))
    .sort((a, b) => Number(b.uploadId === uploadId) - Number(a.uploadId === uploadId));
  return isSeller ? [...current, ...bought] : bought;
}

/** Where a page of tables begins: behind this table. */
export type TablePlace = { datasetId: string; position: number };

const placePattern = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:\.(\d{1,6}))?$/;

/** Null for a text that is no page token. */
export function readPageToken(token: string): TablePlace | null {
  const [, datasetId, position = "-1"] = placePattern.exec(token) ?? [];
  return datasetId === undefined ? null : { datasetId, position: Number(position) };
}
