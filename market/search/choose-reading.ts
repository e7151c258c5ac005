/** The readings of a query: with the filters in its words, without them, and word by word. */
import type { z } from "zod";
import { exactTwins } from "./filters.ts";
import { excludedBy } from "./interpret/read-filters.ts";
import { type Interpretation, planQuery, type SearchPlan } from "./plan.ts";
import type { ReadingName } from "./readings.ts";
import { type SearchQuery, type SearchView, searchQuery } from "./schemas.ts";

export type PlannedQuery = { name: ReadingName; query: SearchQuery; plan: SearchPlan };

const fields: Record<string, z.ZodType | undefined> = searchQuery.shape;

const twins: Record<string, string | undefined> = exactTwins;

/** A filter that its parameter would refuse stays a word. */
function accepts({ filter, value }: Interpretation): boolean {
  return fields[filter]?.safeParse(String(value)).success === true;
}

/** A parameter of the request overrides a filter in the words. `query` itself does not count. */
function isGiven(query: SearchQuery, filter: string): boolean {
  if (filter === "query") return false;
  const given: Record<string, unknown> = query;
  return [filter, twins[filter] ?? filter].some((name) => given[name] !== undefined);
}

function withFilters(query: SearchQuery, interpreted: Interpretation[]): SearchQuery {
  const filters = interpreted.filter(({ filter }) => filter !== "query");
  const values = filters.map(({ filter, value }) => {
    return [filter, fields[filter]?.parse(String(value))] as const;
  });
  return { ...query, ...Object.fromEntries(values) };
}

/** The readings in the order to try them. If the words contain no filters, only `plain`. */
export function readingsOf(query: SearchQuery, now: Date, expand = true): PlannedQuery[] {
  const words = query.query ?? "";
  const plain: PlannedQuery = {
    name: "plain",
    query,
    plan: planQuery(words, { interpret: false, now, expand }),
  };
  if (query.interpret === false) return [plain];
  const plan = planQuery(words, { interpret: true, now, accepts, expand });
  if (plan.interpreted.length === 0) return [plain];
  const interpreted = plan.interpreted.filter(({ filter }) => !isGiven(query, filter));
  const filtered: PlannedQuery = {
    name: "filtered",
    query: withFilters(query, interpreted),
    plan: { ...plan, interpreted },
  };
  const isLeft = plan.phrases.length > 0 || plan.concepts.some(({ weight }) => weight >= 0.5);
  const left = new Set(excludedBy(plan.interpreted));
  const excluded = plan.excluded.filter((words) => !left.has(words));
  const relaxed: PlannedQuery = {
    name: "relaxed",
    query,
    plan: { ...plan, excluded, interpreted: [] },
  };
  return isLeft ? [filtered, relaxed, plain] : [filtered, plain];
}

/** The filters that were read from the words, and whether the answer applies them. */
export function viewInterpreted(
  readings: PlannedQuery[],
  chosen: ReadingName,
): SearchView["interpreted"] {
  const read = readings.find(({ name }) => name === "filtered")?.plan.interpreted ?? [];
  return read.map((one) => ({ ...one, applied: chosen === "filtered" }));
}
