/** The listings that a search ranks: how well each of them matches each thing that was asked for. */
import { and, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { listings } from "../../schema/index.ts";
import { uuidArray } from "./arrays.ts";
import { type Listed, listedConditions } from "./listings.ts";
import { holdingCounts, matches } from "./terms.ts";

/** A way in which something matches, the best one first; at most 9 of one thing. */
type Grading = {
  /** What the listing must match at all for a grade. */
  query: string;
  grades: string[];
};

/** The newest `limit` listings that match `query`, or those of `ids` that match `also`. */
export type CandidateSet =
  | { query: string; limit: number }
  | { ids: string[]; also: string | null };

export type CandidateRow = {
  id: string;
  /** One digit a grading: which grade the listing has, from 1; 0 for none. */
  grades: string;
  /** How many neighbouring pairs of words stand beside each other in it. */
  pairs: number;
  /** Postgres' own rank by how often and how near the words stand, from 0 to 1. */
  density: number;
  qualityScore: number;
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
 * What is counted in the same statement, where fewer than `below` candidates are found. What is read otherwise
 * counts itself, where nothing but the words chooses it.
 */
type CountedBeside = { queries: string[]; max: number; below: number };

/** What is read in the same statement, where the first set has fewer than `below`. */
export type ReadBeside = { sets: CandidateSet[]; below: number };

type CandidatesAsked = {
  sets: CandidateSet[];
  grades: Grades;
  beside?: CountedBeside | null;
  otherwise?: ReadBeside | null;
};

export type Candidates = {
  /** Where `otherwise` was asked a row of two sets stands here twice. */
  rows: CandidateRow[];
  /** How many of them are not of `otherwise`. */
  found: number;
  /** How many active listings match each of the queries; null where it was not needed. */
  counts: number[] | null;
};

/** The union of the sets, each of them bounded; `otherwise` beside a single set alone. */
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
      coalesce(quality_score, 0), date_part('epoch', published_at)), ']'), ',') as rows,
      ${first} as found, ${countsBeside(beside, first, counts)} as counts
    from ${isTwofold ? firstOrAlso(listed, otherwise) : candidates(listed, sets)}
  `);
  const { rows = null, found = 0, counts: counted = null } = row ?? {};
  return { rows: parseCandidates(rows), found, counts: counted };
}

type CandidatesRow = { rows: string | null; found: number; counts: number[] | null };

/** Postgres runs a query inside the case only where its condition holds. */
function countsBeside(beside: CountedBeside | null, found: SQL, known: SQL | null): SQL {
  if (beside === null) return sql`null`;
  const counts = known ?? holdingCounts(beside.queries, beside.max);
  return sql`case when ${found} < ${beside.below}::int then ${counts} end`;
}

/** The counts by the rows of the sets that are read anyway; null where a set has other rows, or fewer. */
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
  qualityScore: number,
  publishedAtSeconds: number,
];

/** One text of JSON for all: two thousand rows of the driver would take longer to read than to find. */
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

/** Postgres reads a set only where its condition holds, since that names no column. */
function firstOrAlso(listed: Listed, { sets, below }: ReadBeside): SQL {
  const isShort = sql`(select count(*) from first) < ${below}::int`;
  const also = sets.map(
    (set, index) => sql`(${candidatesOf(listed, set, ofSet(index + 1), isShort)})`,
  );
  return sql`(select * from first union all ${sql.join(also, sql` union all `)}) as listings`;
}

/**
 * What is graded. A single set is read once; the rows of several are found by their place in the table,
 * which is the same within a statement, so that those of two sets are graded once and no index is asked again.
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
  // Of a query that only excludes words.
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
