/** Parts of a dataset for its page: some columns, sample rows, and versions. */
import type { FileScope } from "../../db/queries/catalogue/catalogue.ts";
import { findProfilePart } from "../../db/queries/catalogue/profile-pages.ts";
import {
  type PublicVersion,
  readPublicVersions,
} from "../../db/queries/catalogue/public-versions.ts";
import { StorageUnavailableError } from "../../platform/storage/port.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { VERSION_MAX } from "../limits.ts";
import type { Profile, Sample } from "../profile/schemas.ts";
import { readSampleRows } from "./read-file.ts";
import { chosenTable, readTableText } from "./tables.ts";

/** Other tables' profiles are read as a whole: larger ones would block the event loop. */
const TABLE_PROFILE_CHARS_MAX = 1_000_000;

/** A range of columns, by position from 0. */
export type ColumnRange = { first: number; count: number };

/**
 * The profile with only these columns; null if there is none, or it is too large for a page.
 * Errors: table_not_found, storage_unavailable.
 */
export async function getProfilePart(
  ctx: Context,
  scope: FileScope,
  range: ColumnRange,
  table?: string,
): Promise<Profile | null> {
  const chosen = await chosenTable(ctx, scope, table);
  if (chosen === "unread") return null;
  if (chosen === null) {
    const part = await findProfilePart(ctx.db, scope, range);
    if (part === null) return null;
    return { ...part.head, columns: part.columns } as Profile;
  }
  const text = await readTableText(ctx, chosen, "profile");
  if (text.length > TABLE_PROFILE_CHARS_MAX) return null;
  const profile = JSON.parse(text) as Profile;
  const last = range.first + range.count;
  return { ...profile, columns: profile.columns.slice(range.first, last) };
}

/**
 * The sample's rows; null if there are none, `away` while the store does not answer. Errors:
 * table_not_found.
 */
export async function getSampleRows(
  ctx: Context,
  scope: FileScope,
  table?: string,
): Promise<Sample | null | "away"> {
  try {
    return await readSampleRows(ctx, scope, table);
  } catch (error) {
    if (error instanceof StorageUnavailableError) return "away";
    if (!(error instanceof MarketError)) throw error;
    if (error.code === "storage_unavailable") return "away";
    if (error.code === "sample_not_available") return null;
    throw error;
  }
}

const versionsShownMax = 8;

/** `olderFrom`: the newest version that is not listed; null if all are. */
export type VersionList = { items: PublicVersion[]; olderFrom: number | null };

/** Eight versions of an active dataset, newest first, none later than `until`. */
export async function listPublicVersions(
  ctx: Context,
  listingId: string,
  until: number = VERSION_MAX,
): Promise<VersionList> {
  const rowsMax = versionsShownMax + 1;
  const rows = await readPublicVersions(ctx.db, { listingId, until, rowsMax });
  const items = rows.slice(0, versionsShownMax);
  return { items, olderFrom: rows[versionsShownMax]?.version ?? null };
}
