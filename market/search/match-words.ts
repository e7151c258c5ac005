/** Finds listings that contain all words of a query, or most of them if too few contain all. */
import type { Database } from "../../db/client.ts";
import {
  type CandidateRow,
  type CandidateSet,
  findCandidates,
} from "../../db/queries/search/candidates.ts";
import { countListed, type Listed } from "../../db/queries/search/listings.ts";
import { cursorFault } from "../list-cursor.ts";
import type { TermHolding, Walk } from "./cursor.ts";
import {
  type Exact,
  exactly,
  findExact,
  holdingBeside,
  type Read,
  rankedMatchesMax,
  type WordsAsked,
} from "./find-exact.ts";
import { excludedBy } from "./interpret/read-filters.ts";
import type { SearchPlan } from "./plan.ts";
import { type HeldTerm, partialSets } from "./ranking/partial-sets.ts";
import {
  compareMatches,
  isCommon,
  keepMatches,
  type RankedMatch,
  type RankedTerm,
  rarity,
  scoreCandidate,
} from "./ranking/rank.ts";
import {
  type Corrections,
  correctSpelling,
  holdingCountedMax,
  readTerms,
} from "./ranking/read-terms.ts";
import {
  allOf,
  databaseGrades,
  gradesOf,
  requiredTerms,
  type Term,
  termQuery,
} from "./ranking/terms.ts";

/** With fewer exact matches, relevance also lists partial ones, so that a default page is full. */
const partialMatchesMin = 20;

const lightest = { weight: 0, holding: "unknown" } as const;

export type WordsMatched = {
  terms: Term[];
  required: Term[];
  /** The state for the next page: words and corrections. */
  walk: Walk;
  total: number;
  listed: Listed;
  /** Best first; null if another sort applies and the database orders. */
  ranked: RankedMatch[] | null;
  /** The matches of listed ids, if they were ranked. */
  matches: Map<string, RankedMatch>;
  /** Whether a listed match lacks words. */
  isPartial: boolean;
};

/** Null if the plan has no searchable words: then only filters decide. */
export async function matchWords(db: Database, asked: WordsAsked): Promise<WordsMatched | null> {
  const read = await readPlan(db, asked, asked.walk?.corrections ?? {});
  if (read.required.length === 0 && read.excluded.length === 0) {
    return hasWords(asked.plan) ? matchNothing(asked, read) : null;
  }
  if (asked.walk !== null) {
    const exact = await findExact(db, asked, read, { heldBelow: 0 });
    return await goOn(db, asked, read, { exact, walk: asked.walk });
  }
  const isEnough = asked.byRelevance && read.required.length > 1 ? partialMatchesMin : 1;
  const further = furtherAtOnce(asked, read);
  const otherwise = further.length === 0 ? null : { sets: further, below: isEnough };
  const exact = await findExact(db, asked, read, { heldBelow: isEnough, otherwise });
  if (exact.total >= isEnough || read.required.length === 0) {
    return await listExact(asked, read, { exact, walk: beginWalk(asked, read, null) });
  }
  const holding = await holdingBeside(db, read, exact);
  const corrections = await correctUnknown(db, asked.plan, read, holding);
  if (Object.keys(corrections).length === 0) {
    return await listBest(db, asked, read, { exact, holding });
  }
  const mended = await readPlan(db, asked, corrections);
  const found = await findExact(db, asked, mended, { heldBelow: rankedMatchesMax + 1 });
  return await listBest(db, asked, mended, {
    exact: found,
    holding: await holdingBeside(db, mended, found),
  });
}

/** How many listings contain all words as spelled; 0 without words. */
export async function countExact(db: Database, asked: WordsAsked): Promise<number> {
  const read = await readPlan(db, asked, {});
  return read.required.length === 0 ? 0 : await countListed(db, exactly(asked, read));
}

async function readPlan(db: Database, asked: WordsAsked, corrections: Corrections): Promise<Read> {
  const read = await readTerms(db, asked.plan, { corrections, now: asked.now });
  const areFiltered = asked.plan.interpreted.length > 0;
  return { ...read, required: requiredTerms(read.terms, areFiltered), corrections };
}

/** Stop words and signs count as typed: a search for them finds nothing instead of everything. */
function hasWords({ isTyped, concepts, phrases, excluded, interpreted }: SearchPlan): boolean {
  const onlyExcludes = excluded.length > 0 && concepts.length + phrases.length === 0;
  return isTyped && !onlyExcludes && interpreted.length === 0;
}

/** A query with quotes or a minus is meant literally: its spelling is not corrected. */
async function correctUnknown(
  db: Database,
  plan: SearchPlan,
  { terms, required }: Read,
  holding: number[],
): Promise<Corrections> {
  const typed = plan.excluded.length - excludedBy(plan.interpreted).length;
  if (plan.phrases.length + typed > 0) return {};
  const unknown = terms.filter((term, index) => required.includes(term) && holding[index] === 0);
  return await correctSpelling(db, unknown);
}

/** Partial matches if they apply, otherwise exact ones. */
async function listBest(
  db: Database,
  asked: WordsAsked,
  read: Read,
  { exact, holding }: { exact: Exact; holding: number[] },
): Promise<WordsMatched> {
  const walk = beginWalk(asked, read, holding);
  const isShort = asked.byRelevance ? exact.total < partialMatchesMin : exact.total === 0;
  if (!isShort) return await listExact(asked, read, { exact, walk });
  return await listPartial(db, asked, read, { exact, walk: { ...walk, isPartial: true } });
}

/** A later page is ranked like the first, whatever was published meanwhile. */
async function goOn(
  db: Database,
  asked: WordsAsked,
  read: Read,
  { exact, walk }: { exact: Exact; walk: Walk },
): Promise<WordsMatched> {
  if (walk.terms.length !== read.terms.length) throw cursorFault("belongs to another query");
  if (walk.isPartial) return await listPartial(db, asked, read, { exact, walk });
  return await listExact(asked, read, { exact, walk });
}

/** Without counts, a term that is not common counts as rare. */
function beginWalk(asked: WordsAsked, read: Read, holding: number[] | null): Walk {
  const terms = read.terms.map((term, index) => {
    const share = term.share ?? 0;
    const held = holding?.[index] ?? Math.max(share * read.listings, holdingCountedMax);
    const weight = Math.round(1000 * term.weight * rarity(held, read.listings));
    return { weight: Math.max(1, weight), holding: nameHolding(held, read.listings) };
  });
  return {
    isPartial: false,
    startedAt: asked.now,
    terms,
    corrections: read.corrections,
    reading: asked.reading,
  };
}

function nameHolding(held: number, listings: number): TermHolding {
  if (held === 0) return "unknown";
  return isCommon(held, listings) ? "common" : "rare";
}

async function listExact(
  asked: WordsAsked,
  read: Read,
  { exact, walk }: { exact: Exact; walk: Walk },
): Promise<WordsMatched> {
  const ranked = exact.rows === null ? null : await rank(asked, read, { rows: exact.rows, walk });
  return answer(asked, read, { walk, total: exact.total, listed: exactly(asked, read), ranked });
}

/**
 * Partial matches that can be read along: for two words, listings with either. Words of unknown frequency are
 * rare in all but small catalogues, where a second query is cheap.
 */
function furtherAtOnce(asked: WordsAsked, read: Read): CandidateSet[] {
  const areTwo = read.required.length === 2 && read.required.every((term) => !term.isStrict);
  const isLarge = !isCommon(holdingCountedMax, read.listings);
  if (!areTwo || !isLarge || !asked.byRelevance || asked.near !== null) return [];
  return setsOf(read, beginWalk(asked, read, null)).further;
}

function setsOf(read: Read, walk: Walk) {
  const held: HeldTerm[] = read.required
    .filter((term) => !term.isStrict)
    .map((term) => {
      const { weight, holding } = walk.terms[read.terms.indexOf(term)] ?? lightest;
      return { term, weight, holding };
    });
  const strict = read.required.filter((term) => term.isStrict).map(termQuery);
  const not = read.excluded.map((query) => `!(${query})`);
  return { ...partialSets(held, strict, not), mustHold: [...strict, ...not] };
}

async function listPartial(
  db: Database,
  asked: WordsAsked,
  read: Read,
  { exact, walk }: { exact: Exact; walk: Walk },
): Promise<WordsMatched> {
  const { better, further, mustHold } = setsOf(read, walk);
  const near = asked.byRelevance && asked.near !== null ? await asked.near() : null;
  if (near !== null) {
    const also = mustHold.length > 0 ? allOf(mustHold) : null;
    better.push({ ids: near.map(({ id }) => id), also });
  }
  const grades = databaseGrades(read.terms);
  const byId = new Map((exact.rows ?? []).map((row) => [row.id, row]));
  for (const sets of exact.hasFurther ? [better] : [better, further]) {
    if (byId.size >= partialMatchesMin) break;
    const { rows } = await findCandidates(db, asked.listed, { sets, grades });
    for (const row of rows) byId.set(row.id, row);
  }
  const ranked = await rank(asked, read, { rows: [...byId.values()], walk });
  const listed = { ...asked.listed, ids: ranked.map(({ id }) => id) };
  return answer(asked, read, { walk, total: ranked.length, listed, ranked });
}

async function rank(
  asked: WordsAsked,
  read: Read,
  { rows, walk }: { rows: CandidateRow[]; walk: Walk },
): Promise<RankedMatch[]> {
  const terms = read.terms.map((term, index): RankedTerm => {
    const { weight, holding } = walk.terms[index] ?? lightest;
    return {
      weight: weight / 1000,
      isRequired: read.required.includes(term),
      isCommon: holding === "common",
      grades: gradesOf(term),
    };
  });
  const hits = asked.near === null ? null : await asked.near();
  const near = new Map((hits ?? []).map(({ id, similarity }) => [id, similarity]));
  const ranked = rows.map((row) =>
    scoreCandidate(terms, row, near.get(row.id) ?? 0, walk.startedAt),
  );
  return keepMatches(terms, ranked).sort(compareMatches);
}

type Result = Pick<WordsMatched, "walk" | "total" | "listed" | "ranked">;

function answer(asked: WordsAsked, read: Read, result: Result): WordsMatched {
  const ranked = result.ranked ?? [];
  const matches = new Map<string, RankedMatch>();
  for (const match of ranked) matches.set(match.id, match);
  return {
    ...result,
    terms: read.terms,
    required: read.required,
    ranked: asked.byRelevance ? result.ranked : null,
    matches,
    isPartial: ranked.some((match) => !match.isExact),
  };
}

function matchNothing(asked: WordsAsked, read: Read): WordsMatched {
  const walk = beginWalk(asked, read, null);
  const listed = { ...asked.listed, ids: [] };
  return answer(asked, read, { walk, total: 0, listed, ranked: [] });
}
