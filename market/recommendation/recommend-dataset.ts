import { type NeedFacts, readNeedFacts } from "../../db/queries/search/need-facts.ts";
import type { ColumnAsk } from "../../db/vocabulary/search.ts";
import { eachInSlices } from "../../platform/yield-to-others.ts";
import type { Context } from "../context.ts";
import { counted } from "../counted.ts";
import { countriesIn } from "../facts/countries.ts";
import { readColumnAsk } from "../search/column-asks.ts";
import type { SearchHit } from "../search/hit-schemas.ts";
import { placesIn } from "../search/interpret/places.ts";
import { plainWords } from "../search/plain-words.ts";
import { type SearchQuery, type SearchView, searchQuery } from "../search/schemas.ts";
import { RECOMMENDATION_COLUMNS_READ_MAX, RECOMMENDATION_HITS_MAX } from "./limits.ts";
import { granularitiesIn, similarColumns, yearsIn } from "./read-text.ts";
import {
  type Candidate,
  centsPerRow,
  choose,
  type Judgement,
  judge,
  licenseTermsOf,
  type Need,
  pointsOf,
  requestOf,
} from "./rules.ts";
import type { NeedBody, Recommendation, RecommendedDataset } from "./schemas.ts";
import { type Granularity, granularities } from "./vocabulary.ts";

/** Texts and column names of these take a few milliseconds at most. */
const hitsOfSlice = 4;

/** The catalogue's search, passed in by the edge because use cases must not call each other. */
export type Search = (query: SearchQuery) => Promise<SearchView>;

/**
 * The datasets on sale that fit a need, at most three, or the nearest ones if none fits. Searches twice: by
 * the words alone, and with the filters that every listing's facts decide. The same catalogue gives the
 * same answer.
 */
export async function recommendDataset(
  ctx: Context,
  search: Search,
  body: NeedBody,
): Promise<Recommendation> {
  const asks = (body.columns ?? []).map(readColumnAsk);
  const { hits, interpreted } = await findHits(search, body, asks);
  const need = needOf(body, interpreted);
  const ids = hits.map(({ id }) => id);
  const columnsMax = RECOMMENDATION_COLUMNS_READ_MAX;
  const read = await readNeedFacts(ctx.db, ids, { asks, columnsMax });
  const facts = new Map(read.map((one) => [one.id, one]));
  const judged: Judged[] = [];
  await eachInSlices(hits, hitsOfSlice, (hit) => {
    const known = facts.get(hit.id);
    if (known === undefined) return;
    const similar = similarOf(need, known);
    const candidate = candidateOf(hit, known, similar);
    const { payNowCents } = candidate;
    const judgement = judge(need, candidate);
    judged.push({ id: hit.id, hit, candidate, similar, judgement, need, payNowCents });
  });
  const { fitting, nearest } = choose(judged);
  return {
    outcome: fitting.length > 0 ? "recommended" : "nothing_fits",
    says: inWords(fitting, nearest),
    candidates: fitting.map(viewRecommended),
    nearest: nearest.map(viewRecommended),
    post_request: fitting.length > 0 ? null : requestOf(need),
  };
}

type Interpreted = SearchView["interpreted"];

async function findHits(
  search: Search,
  body: NeedBody,
  asks: ColumnAsk[],
): Promise<{ hits: SearchHit[]; interpreted: Interpreted }> {
  const { budget_cents: budget, license_use: uses = [], covers_from, covers_to } = body;
  const limit = String(RECOMMENDATION_HITS_MAX);
  const wide = searchQuery.parse({ query: plainWords(body.need), limit });
  const [use] = licenseTermsOf(uses);
  const filters = {
    ...(budget === undefined ? {} : { max_price_cents: budget }),
    // Several terms of the filter mean any of them.
    ...(use === undefined ? {} : { license: [use] }),
    ...(covers_from === undefined ? {} : { covers_from }),
    ...(covers_to === undefined ? {} : { covers_to }),
    ...(asks.length === 0 ? {} : { columns: asks }),
  };
  const queries = Object.keys(filters).length === 0 ? [wide] : [{ ...wide, ...filters }, wide];
  const views = await Promise.all(queries.map(search));
  const byId = new Map(views.flatMap(({ items }) => items).map((hit) => [hit.id, hit]));
  return { hits: [...byId.values()], interpreted: views.at(-1)?.interpreted ?? [] };
}

/** Limits in the words count where the body has none. */
function needOf(body: NeedBody, interpreted: Interpreted): Need {
  const said = new Map(interpreted.map(({ filter, value }) => [filter, value]));
  const text = (filter: string): string | null => {
    const value = said.get(filter);
    return typeof value === "string" ? value : null;
  };
  const words = plainWords(body.need);
  const { codes, words: countryWords } = countriesIn(words);
  const [finest] = granularitiesIn(words);
  return {
    words,
    budgetCents: body.budget_cents ?? budgetIn(said),
    columns: body.columns ?? [],
    coversFrom: body.covers_from ?? text("covers_from"),
    coversTo: body.covers_to ?? text("covers_to"),
    granularity: body.granularity ?? finest ?? null,
    countries: body.country ?? [...codes],
    countryWords,
    minCompleteness: body.min_completeness ?? null,
    licenseUses: body.license_use ?? [],
  };
}

function budgetIn(said: ReadonlyMap<string, string | number | boolean>): number | null {
  if (said.get("free") === true) return 0;
  const price = said.get("max_price");
  return typeof price === "number" ? Math.round(price * 100) : null;
}

/** For each required column that the dataset lacks by name: one that contains its words. */
function similarOf({ columns }: Need, facts: NeedFacts): (string | null)[] {
  const asked = columns.map((ask, index) => {
    const [name = ""] = facts.hasColumns[index] === true ? [] : ask.split(/(?<!\\):/);
    return name;
  });
  if (asked.every((name) => name === "")) return asked.map(() => null);
  return similarColumns(asked, facts.columnNames);
}

function candidateOf(
  hit: SearchHit,
  facts: NeedFacts,
  similar: readonly (string | null)[],
): Candidate {
  const text = [hit.title, hit.tags.join(" "), hit.description].join(". ");
  const dated = facts.dates.flatMap(({ granularity }) => granularityOf(granularity) ?? []);
  return {
    match: {
      isWeak: hit.is_weak ?? false,
      missingWords: hit.missing_words,
      total: hit.score?.total ?? 0,
    },
    payNowCents: hit.offers.pay_now_cents,
    rowCount: hit.row_count,
    currency: hit.currency,
    columns: facts.hasColumns.map((has, index) => {
      if (has) return "has";
      return similar[index] == null ? "lacks" : "similar";
    }),
    coversFrom: hit.covers_from,
    coversTo: hit.covers_to,
    namedYears: yearsIn(text),
    granularities: dated.length > 0 ? dated : granularitiesIn(text),
    places: { countries: hit.countries, ...placesIn(text, facts.columnNames) },
    completeness: facts.completeness,
    licenseGroups: hit.license_groups,
  };
}

/** `weekday`: days without Saturdays and Sundays. */
function granularityOf(name: string): Granularity | undefined {
  return name === "weekday" ? "day" : granularities.find((one) => one === name);
}

type Judged = {
  id: string;
  payNowCents: number | null;
  hit: SearchHit;
  candidate: Candidate;
  similar: (string | null)[];
  judgement: Judgement;
  need: Need;
};

function inWords(fitting: readonly Judged[], nearest: readonly Judged[]): string {
  const [first] = fitting;
  if (first !== undefined) {
    const fit = fitting.length === 1 ? "fits" : "fit";
    return `${counted(fitting.length, "dataset")} ${fit}; the first: ${first.hit.offers.text}.`;
  }
  if (nearest.length === 0) return "Nothing fits: no dataset matches the words.";
  return `Nothing fits. The nearest ${nearest.length === 1 ? "dataset lacks" : "datasets lack"} what \`missing\` says.`;
}

function viewRecommended({ hit, candidate, similar, judgement, need }: Judged): RecommendedDataset {
  const { self = "", profile, sample } = hit.links;
  return {
    id: hit.id,
    title: hit.title,
    offers: hit.offers,
    cents_per_row: centsPerRow(candidate),
    currency: hit.currency,
    row_count: hit.row_count,
    covers_from: hit.covers_from,
    covers_to: hit.covers_to,
    covers_precision: hit.covers_precision,
    completeness: candidate.completeness,
    license_id: hit.license_id,
    quality_score: hit.quality_score,
    ...pointsOf(judgement),
    similar_columns: similar.flatMap((column, index) =>
      column === null ? [] : [{ asked: need.columns[index] ?? "", column }],
    ),
    links: {
      self,
      ...(profile === undefined ? {} : { profile }),
      ...(sample === undefined ? {} : { sample }),
    },
  };
}
