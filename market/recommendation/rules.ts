/** Judges datasets by a buyer's need, and decides which fit. Pure. */
import { TITLE_CHARS_MAX } from "../limits.ts";
import { moneyText } from "../pricing.ts";
import { COLUMN_ASK_CHARS_MAX } from "../search/limits.ts";
import { isOfCountry, matchCountries, type Places } from "../search/rules.ts";
import { RECOMMENDED_DATASETS_MAX } from "./limits.ts";
import type { Point, Recommendation } from "./schemas.ts";
import { type Criterion, type Granularity, granularities, type LicenseUse } from "./vocabulary.ts";

/** Null and empty: not asked for. */
export type Need = {
  words: string;
  budgetCents: number | null;
  /** As asked. */
  columns: readonly string[];
  coversFrom: string | null;
  coversTo: string | null;
  granularity: Granularity | null;
  /** ISO 3166-1 codes. */
  countries: readonly string[];
  /** Words of the need that name its countries, in lower case. */
  countryWords: ReadonlySet<string>;
  minCompleteness: number | null;
  licenseUses: readonly LicenseUse[];
};

/** Null: unknown. */
export type Candidate = {
  match: { isWeak: boolean; missingWords: readonly string[]; total: number };
  payNowCents: number | null;
  rowCount: number | null;
  currency: string;
  /** For each required column: the dataset's column, or that it has none. */
  columns: readonly ("has" | "similar" | "lacks")[];
  coversFrom: string | null;
  coversTo: string | null;
  /** From its text. */
  namedYears: readonly number[];
  /** Of its date columns; from its text if it has none. */
  granularities: readonly Granularity[];
  places: Places;
  completeness: number | null;
  licenseGroups: readonly string[];
};

/** `unmet` excludes a dataset; the other states do not. */
type State = "met" | "partly" | "unknown" | "unmet";
type Verdict = { criterion: Criterion; state: State; says: string };
export type Judgement = { verdicts: Verdict[]; fits: boolean; value: number };

const groupOfUse = {
  commercial: "allows-commercial-use",
  derivatives: "allows-derivatives",
} as const satisfies Record<LicenseUse, string>;
const wordsOfUse = { commercial: "commercial use", derivatives: "derived works" } as const;

/** The filters of the search that ask for a licence. */
export const licenseTermsOf = (uses: readonly LicenseUse[]): string[] =>
  uses.map((use) => groupOfUse[use]);

/** A dataset must cover this share of a closed period. */
const periodShareMin = 0.5;

const judges: Record<Criterion, (need: Need, candidate: Candidate) => Verdict[]> = {
  topic: (_need, { match: { isWeak, missingWords } }) => {
    const lacks = missingWords.length === 0 ? "" : ` It lacks: ${missingWords.join(", ")}.`;
    if (isWeak) return unmet("topic", `It matches the words only weakly.${lacks}`);
    if (lacks !== "") return partly("topic", `It matches most of the words.${lacks}`);
    return met("topic", "It matches all words.");
  },
  budget: ({ budgetCents }, { payNowCents, currency }) => {
    if (budgetCents === null) return [];
    if (payNowCents === null) return unmet("budget", "It has no price now.");
    const costs = `It costs ${moneyText(payNowCents, currency)}`;
    if (payNowCents <= budgetCents) return met("budget", `${costs}.`);
    return unmet("budget", `${costs}, ${moneyText(payNowCents - budgetCents, currency)} too much.`);
  },
  columns: ({ columns }, candidate) => {
    const named = (state: "has" | "similar" | "lacks") =>
      columns.filter((_, index) => candidate.columns[index] === state);
    const [has, similar, lacks] = [named("has"), named("similar"), named("lacks")];
    return [
      ...(has.length === 0 ? [] : met("columns", `It has: ${has.join(", ")}.`)),
      ...(similar.length === 0
        ? []
        : unknown("columns", `It has columns like: ${similar.join(", ")}.`)),
      ...(lacks.length === 0 ? [] : unmet("columns", `It has no column: ${lacks.join(", ")}.`)),
    ];
  },
  period: judgePeriod,
  granularity: ({ granularity: asked }, { granularities: known }) => {
    if (asked === null) return [];
    const [finest] = granularities.filter((one) => known.includes(one));
    if (finest === undefined)
      return unknown("granularity", "It does not say how fine its times are.");
    const says = `Its times are by the ${finest}.`;
    const isFine = granularities.indexOf(finest) <= granularities.indexOf(asked);
    return isFine ? met("granularity", says) : unmet("granularity", says);
  },
  region: judgeRegion,
  completeness: ({ minCompleteness: least }, { completeness }) => {
    if (least === null) return [];
    if (completeness === null) return unknown("completeness", "Its completeness is not known.");
    const says = `${percent(completeness)} of its cells have a value.`;
    return completeness >= least ? met("completeness", says) : unmet("completeness", says);
  },
  license: ({ licenseUses }, { licenseGroups }) => {
    const allowed = licenseUses.filter((use) => licenseGroups.includes(groupOfUse[use]));
    const others = licenseUses.filter((use) => !allowed.includes(use));
    const words = (uses: readonly LicenseUse[]) => uses.map((use) => wordsOfUse[use]).join(" and ");
    return [
      ...(allowed.length === 0 ? [] : met("license", `Its licence allows ${words(allowed)}.`)),
      ...(others.length === 0
        ? []
        : unmet("license", `Its licence is not known to allow ${words(others)}.`)),
    ];
  },
};

const verdict =
  (state: State) =>
  (criterion: Criterion, says: string): Verdict[] => [{ criterion, state, says }];
const met = verdict("met");
const partly = verdict("partly");
const unknown = verdict("unknown");
const unmet = verdict("unmet");

const percent = (share: number): string => `${Math.floor(share * 1000) / 10} %`;

/**
 * As the search's filters: with an open end, any overlap is enough. Without a known period the text's
 * years count: nothing is later than the last one.
 */
function judgePeriod(
  { coversFrom: from, coversTo: to }: Need,
  { coversFrom, coversTo, match, namedYears }: Candidate,
): Verdict[] {
  if (from === null && to === null) {
    return judgeYears(match.missingWords, { coversFrom, coversTo, namedYears });
  }
  if (coversFrom === null || coversTo === null) {
    return isAfterAll(from, namedYears)
      ? unmet("period", `Its text names no year after ${Math.max(...namedYears)}.`)
      : unknown("period", "It does not say which period it covers.");
  }
  const says = `It covers ${coversFrom} to ${coversTo}.`;
  const isBefore = from !== null && coversTo < from;
  if (isBefore || (to !== null && coversFrom > to)) return unmet("period", says);
  if (from === null || to === null) return met("period", says);
  const [begin, end] = [coversFrom > from ? coversFrom : from, coversTo < to ? coversTo : to];
  if (begin === from && end === to) return met("period", says);
  const share = daysOf(begin, end) / daysOf(from, to);
  return share >= periodShareMin ? partly("period", says) : unmet("period", says);
}

/** A year among the need's words that the dataset lacks: `the 2020 election`. */
function judgeYears(
  missingWords: readonly string[],
  { coversFrom, coversTo, namedYears }: Pick<Candidate, "coversFrom" | "coversTo" | "namedYears">,
): Verdict[] {
  return missingWords
    .filter((word) => yearWord.test(word))
    .slice(0, 1)
    .flatMap((year) => {
      if (coversFrom !== null && coversTo !== null) {
        const isCovered = coversFrom <= `${year}-12-31` && coversTo >= `${year}-01-01`;
        return (isCovered ? met : unmet)("period", `It covers ${coversFrom} to ${coversTo}.`);
      }
      return isAfterAll(`${year}-01-01`, namedYears)
        ? unmet("period", `Its text names no year after ${Math.max(...namedYears)}.`)
        : [];
    });
}

const yearWord = /^(?:1[5-9]|20)\d\d$/;

const isAfterAll = (from: string | null, years: readonly number[]): boolean =>
  from !== null && years.length > 0 && Number(from.slice(0, 4)) > Math.max(...years);

const daysOf = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;

/**
 * A country in the need's words has to occur in the dataset, unless that is about many countries; a
 * country that is only a parameter may be unknown.
 */
function judgeRegion({ countries, countryWords }: Need, { places, match }: Candidate): Verdict[] {
  if (countries.length === 0) return [];
  const asked = countries.join(", ");
  const lacksName = match.missingWords.some((word) => isOfCountry(word, countryWords));
  const found = matchCountries(countries, lacksName, places);
  switch (found.kind) {
    case "data":
      return met("region", `Its data are about ${asked}.`);
    case "text":
      return met("region", `Its text names ${asked}.`);
    case "others":
      return unmet("region", `It is about ${found.others.join(", ")}, not ${asked}.`);
    case "unnamed":
      return unmet("region", `It does not mention ${asked}.`);
    case "unknown":
      return unknown("region", `It does not say whether it covers ${asked}.`);
  }
}

/** What a verdict takes from the relevance, which reaches from 0 to about 1.8. */
const penalties: Record<State, number> = { met: 0, unknown: 0.1, partly: 0.2, unmet: 1 };
const allWordsValue = 0.3;

export function judge(need: Need, candidate: Candidate): Judgement {
  const names = Object.keys(judges) as Criterion[];
  const verdicts = names.flatMap((name) => judges[name](need, candidate));
  const { total, missingWords } = candidate.match;
  const counted = verdicts.filter(
    ({ criterion, state }) => criterion !== "topic" || state === "unmet",
  );
  const penalty = counted.reduce((sum, { state }) => sum + penalties[state], 0);
  return {
    verdicts,
    fits: verdicts.every(({ state }) => state !== "unmet"),
    value: total + (missingWords.length === 0 ? allWordsValue : 0) - penalty,
  };
}

type Judged = {
  id: string;
  judgement: Judgement;
  payNowCents: number | null;
  candidate: Pick<Candidate, "match">;
};

/**
 * A dataset that lacks words and is much less relevant than the best hit is about something else; even more
 * so if no hit has all words, whose place in the title counts. From the tuning half of test/search.
 */
const relevanceOfBestMin = { someHasAllWords: 0.6, noneHasAllWords: 0.7 };

/** Best first: the most value, then the cheapest, then the earlier id. */
export function choose<One extends Judged>(
  judged: readonly One[],
): { fitting: One[]; nearest: One[] } {
  const relevanceOf = ({ candidate: { match } }: One) => match.total;
  const hasAllWords = ({ candidate: { match } }: One) => match.missingWords.length === 0;
  const { someHasAllWords, noneHasAllWords } = relevanceOfBestMin;
  const share = judged.some(hasAllWords) ? someHasAllWords : noneHasAllWords;
  const relevant = share * Math.max(0, ...judged.map(relevanceOf));
  const isRelevant = (one: One) => hasAllWords(one) || relevanceOf(one) >= relevant;
  const priceOf = ({ payNowCents }: Judged) => payNowCents ?? Number.MAX_SAFE_INTEGER;
  const best = judged.toSorted(
    (one, other) =>
      other.judgement.value - one.judgement.value ||
      priceOf(one) - priceOf(other) ||
      (one.id < other.id ? -1 : 1),
  );
  const fitting = best.filter((one) => one.judgement.fits && isRelevant(one));
  const nearest = fitting.length > 0 ? [] : best;
  return {
    fitting: fitting.slice(0, RECOMMENDED_DATASETS_MAX),
    nearest: nearest.slice(0, RECOMMENDED_DATASETS_MAX),
  };
}

/** The verdicts as the answer shows them. */
export function pointsOf({
  verdicts,
}: Pick<Judgement, "verdicts">): Record<"fits" | "missing" | "unknown", Point[]> {
  const of = (...states: State[]) =>
    verdicts
      .filter(({ state }) => states.includes(state))
      .map(({ criterion, says }) => ({ criterion, says }));
  return { fits: of("met"), missing: of("partly", "unmet"), unknown: of("unknown") };
}

/** In cents, with four significant digits; null if price or rows are unknown. */
export function centsPerRow({ payNowCents, rowCount }: Candidate): number | null {
  if (payNowCents === null || rowCount === null || rowCount === 0) return null;
  return Number((payNowCents / rowCount).toPrecision(4));
}

/** The body of a data request for the need. */
export function requestOf(need: Need): NonNullable<Recommendation["post_request"]> {
  const { coversFrom: from, coversTo: to } = need;
  const wishes = [
    `Wanted: ${need.words}.`,
    from === null && to === null ? "" : `Period: ${from ?? "any"} to ${to ?? "now"}.`,
    need.granularity === null ? "" : `Times by the ${need.granularity} or finer.`,
    need.countries.length === 0 ? "" : `Countries: ${need.countries.join(", ")}.`,
    need.minCompleteness === null
      ? ""
      : `At least ${percent(need.minCompleteness)} of the cells with a value.`,
    ...need.licenseUses.map((use) => `The licence must allow ${wordsOfUse[use]}.`),
  ];
  return {
    title: [...need.words].slice(0, TITLE_CHARS_MAX).join("").trim(),
    description: wishes.filter((wish) => wish !== "").join(" "),
    columns: need.columns.map(nameColumn),
    ...(need.budgetCents === null ? {} : { budget_cents: need.budgetCents }),
  };
}

/** A data request names every column: `:latitude` becomes `latitude:latitude`. */
const nameColumn = (ask: string): string => {
  const meaning = /^\s*:[\s:]*(.+)$/.exec(ask)?.[1];
  if (meaning === undefined) return ask;
  return [...`${meaning}:${meaning}`].slice(0, COLUMN_ASK_CHARS_MAX).join("");
};
