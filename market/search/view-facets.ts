/** The view of a search's facet counts. */
import {
  type FacetCounts,
  type FacetName,
  facetNames,
  facetValuesMax,
} from "../../db/queries/search/facets.ts";
import type { SearchView } from "./schemas.ts";

type FacetsView = Pick<SearchView, "facets" | "facets_cut">;

/** Further values are dropped, and `facets_cut` names their facets. */
export function viewFacets({ rows, partly }: FacetCounts): Required<FacetsView> {
  const counts = facetNames.map((name) => rows.filter(({ facet }) => facet === name));
  const shown = counts.map((values) =>
    Object.fromEntries(values.slice(0, facetValuesMax).map(({ value, total }) => [value, total])),
  );
  const facets = Object.fromEntries(facetNames.map((name, at) => [name, shown[at] ?? {}]));
  return {
    facets: facets as Record<FacetName, Record<string, number>>,
    facets_cut: {
      values: facetNames.filter((_, at) => (counts[at]?.length ?? 0) > facetValuesMax),
      listings: partly,
    },
  };
}
