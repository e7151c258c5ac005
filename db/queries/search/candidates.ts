/**
 * The candidates that a search ranks, with grades of how well each matches each part of the query.
 */
import { and, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { listings } from "../../schema/index.ts";
import { uuidArray } from "./arrays.ts";
import { type Listed, listedConditions } from "./listings.ts";
import { holdingCounts, matches } from "./terms.ts";

/** The grades of one part of the query, best first; at most 9. */
type Grading = {
  /** The condition for any grade. */
  query: string;
  grades: string[];
};

/** The newest `limit` listings that match `query`, or the listings in `ids` that match `also`. */
export type CandidateSet =
  | { query: string; limit: number }
  | { ids: string[]; also: string | null };

export type CandidateRow = {
  id: string;
  /** One digit per grading: the listing's grade from 1, or 0 for none. */
  grades: string;
  /** How many pairs of neighbouring words occur as phrases in it. */
  pairs: number;
  /** Postgres' rank by the frequency and proximity of the words, from 0 to 1. */
  density: number;
  /** Null if the file is not scored. */
  qualityScore: number | null;
  publishedAtSeconds: number;
};

export type Grades = {
  gradings: Grading[];
  /** Neighbouring words of the query, as phrases. */
  pairs: string[];
  /** All words of the query, for the density. */
  any: string;
};

/**
 * Counts in the same statement if fewer than `below` candidates are found. The alternative sets
 * count themselves where only words select them.
 */
type CountedBeside = { queries: string[]; max: number; below: number };

/** Sets read in the same statement if the first set has fewer than `below` rows. */
export type ReadBeside = { sets: CandidateSet[]; below: number };

type CandidatesAsked = {
  sets: CandidateSet[];
  grades: Grades;
  beside?: CountedBeside | null;
  otherwise?: ReadBeside | null;
};

export type Candidates = {
  /** With `otherwise`, a row that is in two sets occurs twice. */
  rows: CandidateRow[];
  /** Number of rows outside `otherwise`. */
  found: number;
  /** Number of active listings that match each query; null if it was not needed. */
  counts: number[] | null;
};

/** The union of the bounded sets; `otherwise` is allowed only with a single set. */
export async function findCandidates(
  db: Database,
  listed: Listed,
  { sets, grades, beside = null, otherwise = null }: CandidatesAsked,
): Promise<Candidates> {
  const [only] = sets;
  if (only === undefined) return { rows: [], found: 0, counts: null };
  const isTwofold = otherwise !== null && otherwise.sets.length > 0;
  const first = isTwofold ? sql`(select count(*)::int from first)` : sql`count(*)::int`;
  const counts = isTwofold ? setCounts(listed, otherwise, beside) : null;
  const [row] = await db.execute<CandidatesRow>(sql`
    ${isTwofold ? sql`with first as materialized (${candidatesOf(listed, only, ofSet(0))})` : sql``}
    select string_agg(concat('["', id, '","', ${gradeDigits(grades.gradings)}, '",', concat_ws(',',
      ${pairCount(grades.pairs)}, ts_rank(search_vector, ${grades.any}::tsquery),
      coalesce(quality_score::text, 'null'), date_part('epoch', published_at)), ']'), ',') as rows,
      ${first} as found, ${countsBeside(beside, first, counts)} as counts
    from ${isTwofold ? firstOrAlso(listed, otherwise) : candidates(listed, sets)}
  `);
  const { rows = null, found = 0, counts: counted = null } = row ?? {};
  return { rows: parseCandidates(rows), found, counts: counted };
}

type CandidatesRow = { rows: string | null; found: number; counts: number[] | null };

/** Postgres evaluates a query inside CASE only if its condition holds. */
function countsBeside(beside: CountedBeside | null, found: SQL, known: SQL | null): SQL {
  if (beside === null) return sql`null`;
  const counts = known ?? holdingCounts(beside.queries, beside.max);
  return sql`case when ${found} < ${beside.below}::int then ${counts} end`;
}

/** Counts from the rows of the sets that are read anyway; null if a set has other or fewer rows. */
function setCounts(listed: Listed, { sets, below }: ReadBeside, beside: CountedBeside | null) {
  if (beside === null || beside.below > below || listedConditions(listed).length > 1) return null;
  const places = beside.queries.map((query) =>
    sets.findIndex((set) => "query" in set && set.query === query && set.limit >= beside.max),
  );
  if (places.includes(-1)) return null;
  const counts = places.map(
    (place) =>
      sql`least(count(*) filter (where set_number = ${place + 1}::int), ${beside.max}::int)`,
  );
  return sql`array[${sql.join(counts, sql`, `)}]::int[]`;
}

type Fields = [
  id: string,
  grades: string,
  pairs: number,
  density: number,
  qualityScore: number | null,
  publishedAtSeconds: number,
];

/** All rows as one JSON text, because 2,000 driver rows would take longer to read than to find. */
function parseCandidates(rows: string | null): CandidateRow[] {
  const parsed: Fields[] = JSON.parse(`[${rows ?? ""}]`);
  return parsed.map(([id, grades, pairs, density, qualityScore, publishedAtSeconds]) => ({
    id,
    grades,
    pairs,
    density: Math.round(density * 1e4) / 1e4,
    qualityScore,
    publishedAtSeconds,
  }));
}

const gradedColumns = sql`id, search_vector, quality_score, published_at`;

/** Numbered, so that the rows of one set can be counted among all. */
const ofSet = (number: number) => sql`${gradedColumns}, ${sql.raw(String(number))} as set_number`;

/** Postgres reads a set only if its condition holds, because the condition names no column. */
function firstOrAlso(listed: Listed, { sets, below }: ReadBeside): SQL {
  const isShort = sql`(select count(*) from first) < ${below}::int`;
  const also = sets.map(
    (set, index) => sql`(${candidatesOf(listed, set, ofSet(index + 1), isShort)})`,
  );
  return sql`(select * from first union all ${sql.join(also, sql` union all `)}) as listings`;
}

/**
 * The rows to grade. A single set is read once. Rows of several sets are found by their ctid, which
 * is stable within a statement, so that rows of two sets are graded once and no index is read
 * twice.
 */
function candidates(listed: Listed, sets: CandidateSet[]): SQL {
  const [only, ...others] = sets;
  if (only !== undefined && others.length === 0) {
    return sql`(${candidatesOf(listed, only, gradedColumns)}) as listings`;
  }
  const places = sets.map((set) => sql`(${candidatesOf(listed, set, sql`ctid`)})`);
  return sql`${listings} where ctid = any(array(${sql.join(places, sql` union `)}))`;
}

function candidatesOf(listed: Listed, set: CandidateSet, columns: SQL, condition?: SQL): SQL {
  const where = and(...listedConditions(listed), condition);
  if ("ids" in set) {
    const among = sql`${listings.id} = any(${uuidArray(set.ids)})`;
    const allowed = set.also === null ? undefined : matches(set.also);
    return sql`select ${columns} from ${listings} where ${and(where, among, allowed)}`;
  }
  return sql`select ${columns} from ${listings} where ${where} and ${matches(set.query)}
    order by published_at desc, id desc limit ${set.limit}`;
}

function gradeDigits(gradings: Grading[]): SQL {
  // For a query that only excludes words.
  if (gradings.length === 0) return sql`''`;
  const digits = gradings.map(({ query, grades }) => {
    const cases = grades.map(
      (grade, index) => sql`when ${matches(grade)} then ${digit(index + 1)}`,
    );
    return sql`case when not ${matches(query)} then '0' ${sql.join(cases, sql` `)} else '0' end`;
  });
  return sql`concat(${sql.join(digits, sql`, `)})`;
}

function digit(value: number): SQL {
  return sql.raw(`'${value}'`);
}

function pairCount(pairs: string[]): SQL {
  if (pairs.length === 0) return sql`0`;
  return sql.join(
    pairs.map((pair) => sql`(${matches(pair)})::int`),
    sql` + `,
  );
}
