/** How many of a caller's values a column has, and how precisely that is said. Pure. */
import type { DistributionLevel } from "../../../db/vocabulary/listing.ts";
import { compareHashes } from "../../profile/join/rules.ts";
import type { JoinColumn } from "../../profile/join/schemas.ts";
import { JOIN_HASH_LIMIT } from "../../profile/join/vocabulary.ts";
import { PAID_MATCH_VALUES_MIN } from "./limits.ts";
import type { MatchBasis, NotComparedReason } from "./vocabulary.ts";

/** The caller's values: a uniform sample of `share` of them, as keyed hashes in ascending order. */
export type GivenValues = { hashes: readonly number[]; distinct: number; share: number };

/** An estimate with a larger error says nothing. */
const errorMax = 0.5;

export type Estimate = { matched: number; error: number; basis: MatchBasis };

type Column = Pick<JoinColumn, "distinct" | "share" | "chooser" | "below" | "hashes">;

/**
 * For a dataset whose rows the caller may read. Null if it has none of the values; `imprecise` if none was
 * found, but too few could be compared.
 */
export function estimateOpen(given: GivenValues, column: Column): Estimate | "imprecise" | null {
  const own = { ...given, hashes: [...given.hashes], chooser: "caller", below: JOIN_HASH_LIMIT };
  const { shared, containment, containmentError } = compareHashes(own, column);
  if (shared === 0) return containmentError > errorMax ? "imprecise" : null;
  const error = Math.ceil(containmentError * given.distinct);
  return {
    matched: Math.round(containment * given.distinct),
    error,
    basis: containmentError === 0 ? "exact" : "estimated",
  };
}

/**
 * The chance that the answer about one value is reversed. Whoever learns it, however often they ask, holds
 * the value three times as likely as before, or a third: (1 - chance) / chance.
 */
export const FLIP_CHANCE = 0.25;
const confidence = 1.96;
const step = 0.1;

/**
 * For a paid dataset: computed from answers about single values that `isReversed` reverses by chance. It is
 * fixed for each value, so that sets that differ in one value, or sums over many sets, reveal no more than
 * that answer. Null if the values may as well be missing; `imprecise` if more values are needed.
 */
export function estimateNoised(
  given: GivenValues,
  column: Column,
  isReversed: (hash: number, isMember: boolean) => boolean,
): Estimate | "imprecise" | null {
  const members = new Set(column.hashes);
  let compared = 0;
  let reported = 0;
  for (const hash of given.hashes) {
    if (hash >= column.below) break;
    compared += 1;
    const isMember = members.has(hash);
    if (isMember !== isReversed(hash, isMember)) reported += 1;
  }
  if (compared === 0) return "imprecise";
  // Computed for the worst share, because the true one would reveal itself.
  const fraction = (column.below / JOIN_HASH_LIMIT) * column.share * given.share;
  const scale = 1 - 2 * FLIP_CHANCE;
  const variance = (FLIP_CHANCE * (1 - FLIP_CHANCE)) / scale ** 2 + 0.25 * (1 - fraction);
  const error = (confidence * Math.sqrt(variance / compared)) / column.share;
  if (error > errorMax) return "imprecise";
  const share = (reported / compared - FLIP_CHANCE) / scale / column.share;
  if (share <= error) return null;
  const rounded = Math.round(Math.min(1, share) / step) * step;
  return {
    matched: Math.round(rounded * given.distinct),
    error: Math.min(given.distinct, Math.ceil((error + step / 2) * given.distinct)),
    basis: "noised",
  };
}

type Noised = {
  isKnown: boolean;
  valuesCount: number;
  columnValuesMax: number;
  distributions: DistributionLevel;
};

/** Why a paid dataset that the caller may not read gives no answer; null if it does. */
export function noisedRefusal({
  isKnown,
  valuesCount,
  columnValuesMax,
  distributions,
}: Noised): NotComparedReason | null {
  // Its seller shows none of the values that occur, so nobody may ask for them one by one.
  if (distributions === "coarse") return "values_withheld";
  if (!isKnown) return "needs_account";
  if (columnValuesMax < PAID_MATCH_VALUES_MIN) return "no_keys";
  return valuesCount < PAID_MATCH_VALUES_MIN ? "too_few_values" : null;
}

export const notComparedWords: Record<NotComparedReason, string> = {
  no_keys:
    "It has no column that may be a key: enough different texts or whole numbers, no personal data.",
  needs_account:
    "It is paid. Call again with an API key, or look at its sample with get_sample before buying it.",
  too_few_values: `It is paid: give at least ${PAID_MATCH_VALUES_MIN} different values, or more if you gave so many. Fewer would say too much about each.`,
  sample_too_small:
    "Its columns are so large that only a part of their values is compared, which has too few of yours to tell. " +
    "Give more values, or look them up with query_dataset.",
  values_withheld:
    "Its seller withholds which values occur. Look at its sample with get_sample before buying it.",
  budget_spent:
    "It is paid, and your account has compared as many different sets of values with this version as it " +
    "may. Sets that you gave before are still answered. Buy it to compare exactly.",
};

type Described = Pick<Estimate, "matched" | "error"> & { column: string; valuesCount: number };

/** `Of your 200 values 180 are in column "iata".` */
export function inWords({ matched, error, column, valuesCount }: Described): string {
  const about = error === 0 ? String(matched) : `about ${matched} (±${error})`;
  const values = valuesCount === 1 ? "Of your 1 value" : `Of your ${valuesCount} values`;
  return `${values} ${about} ${matched === 1 ? "is" : "are"} in column ${JSON.stringify(column)}.`;
}

type Ranked = Estimate & { columnValues: number; datasetId: string };

/** Most values first; of equals the exact one, then the column with the fewest other values. */
export function byMatched(one: Ranked, other: Ranked): number {
  return (
    other.matched - one.matched ||
    one.error - other.error ||
    one.columnValues - other.columnValues ||
    (one.datasetId < other.datasetId ? -1 : 1)
  );
}
