/** Reads a listing's searchable attributes from the public profiles of its file's tables. */
import type { ProfileFacts } from "../../db/vocabulary/facts.ts";
import type { ColumnProfile, Profile } from "../profile/schemas.ts";
import { rangesOfBox } from "./box-ranges.ts";
import { countriesCovered } from "./countries-covered.ts";
import { placeCovered } from "./place-covered.ts";
import { FACTS_VERSION } from "./schemas.ts";
import { timeCovered } from "./time-covered.ts";

/**
 * A file's facts from the profiles of its default table and of its other tables. They use only what
 * the profiles show, so they reveal no more of a paid file than is public.
 */
export async function readFacts(
  profile: Profile,
  others: readonly Profile[],
): Promise<ProfileFacts> {
  const tables = [profile, ...others].map(({ columns }) => columns);
  const columns = tables.flat();
  const covers = timeCovered(columns);
  const box = placeCovered(tables);
  return {
    version: FACTS_VERSION,
    covers_from: covers?.from ?? null,
    covers_to: covers?.to ?? null,
    covers_precision: covers?.precision ?? null,
    bbox: box === null ? null : [box.west, box.south, box.east, box.north],
    ...(box === null ? noRanges : rangesOfBox(box)),
    countries: await countriesCovered(columns, box),
    languages: languagesOf(profile, columns),
    has_personal_data: hasPersonalData(profile, columns),
  };
}

const noRanges = { latitudes: null, longitudes: null };

/** The facts of a file without a profile. */
export const NO_FACTS: ProfileFacts = {
  version: FACTS_VERSION,
  covers_from: null,
  covers_to: null,
  covers_precision: null,
  bbox: null,
  ...noRanges,
  countries: null,
  languages: null,
  has_personal_data: null,
};

function languagesOf(profile: Profile, columns: readonly ColumnProfile[]): string[] | null {
  const spoken = columns.flatMap(({ language }) => (language ? [language.code] : []));
  const all = new Set(profile.language ? [profile.language, ...spoken] : spoken);
  return all.size === 0 ? null : [...all];
}

/** Null if people's names are likely, or if a part of the file was not examined. */
function hasPersonalData(profile: Profile, columns: readonly ColumnProfile[]): boolean | null {
  if (columns.some(({ pii }) => pii.length > 0)) return true;
  const isLikely = columns.some(({ alerts }) =>
    alerts.some(({ code }) => code === "possible_personal_data"),
  );
  const isUnread = profile.tables?.some(({ error }) => error !== null) ?? false;
  return isLikely || isUnread || profile.partial ? null : false;
}
