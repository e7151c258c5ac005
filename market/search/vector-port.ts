/** The interface of searches by meaning, if the deployment has a model. */
import type { SearchFilters } from "../../db/queries/search/filters.ts";
import type { Context } from "../context.ts";

/** A listing that is near in meaning; `similarity` is from 0 to 1, where 1 is the same. */
export type VectorHit = { id: string; similarity: number };

/**
 * The active listings nearest to a query in meaning that pass the filters, at most a few hundred, and
 * only those near enough to be shown without a common word. Null if there are no vectors or they are
 * not ready in time: then only the words count.
 */
export type FindNear = (
  ctx: Context,
  query: string,
  filters: SearchFilters,
) => Promise<VectorHit[] | null>;
