/** What the search asks of the meaning of texts, where the deployment knows it. */
import type { SearchFilters } from "../../db/queries/search/filters.ts";
import type { Context } from "../context.ts";

/** A listing that is near in meaning; `similarity` from 0 to 1, 1 for the same. */
export type VectorHit = { id: string; similarity: number };

/**
 * The active listings that are nearest to a query in meaning and pass the filters, at most a few
 * hundred, and only those that are near enough to be shown without one common word. Null where no
 * vectors are kept, or when they cannot be had in time: the words then rank alone.
 */
export type FindNear = (
  ctx: Context,
  query: string,
  filters: SearchFilters,
) => Promise<VectorHit[] | null>;
