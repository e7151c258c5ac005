/** What the parameters of a search ask of a listing: of one that is run, or saved. */
import type { SearchFilters } from "../../db/queries/search/filters.ts";
import { rangesOfBox } from "../facts/box-ranges.ts";
import type { Sort } from "./rules.ts";
import type { SearchQuery } from "./schemas.ts";

/** All but its words, which are the plan's. Pure. */
export function searchFilters(query: SearchQuery, sort: Sort): SearchFilters {
  return {
    categories: query.category,
    priceCentsMin: query.min_price ?? query.min_price_cents,
    priceCentsMax: query.max_price ?? query.max_price_cents,
    qualityScoreMin: query.min_quality_score,
    pricingType: query.pricing_type,
    formats: query.format,
    tags: query.tags,
    columns: query.columns,
    coversFrom: query.covers_from,
    coversTo: query.covers_to,
    box: query.bbox === undefined ? undefined : rangesOfBox(query.bbox),
    countries: query.country,
    languages: query.language,
    licenseTerms: query.license,
    sellerId: query.seller,
    updatedSince: query.updated_since,
    rowsMin: query.min_rows,
    rowsMax: query.max_rows,
    bytesMin: query.min_bytes,
    bytesMax: query.max_bytes,
    hasPersonalData: query.has_personal_data,
    free: query.free,
    endingBefore: query.ending_before === undefined ? undefined : new Date(query.ending_before),
    openAuctions: sort.by === "ending",
  };
}
