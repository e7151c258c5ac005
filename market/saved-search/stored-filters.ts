/** Which filters of a saved search are stored with it, so that they are not read anew for each match. Pure. */

/** The filters that a statement asks of many searches at once, by their names in `SearchFilters`. */
export type StoredFilters = {
  categories?: string[];
  priceCentsMin?: number;
  priceCentsMax?: number;
  qualityScoreMin?: number;
  pricingType?: string;
  formats?: string[];
  tags?: string[];
  coversFrom?: string;
  coversTo?: string;
  countries?: string[];
  languages?: string[];
  licenseTerms?: string[];
  sellerId?: string;
  updatedSince?: string;
  rowsMin?: number;
  rowsMax?: number;
  bytesMin?: number;
  bytesMax?: number;
  hasPersonalData?: boolean;
  free?: boolean;
};

const isStored: Record<keyof StoredFilters, true> = {
  categories: true,
  priceCentsMin: true,
  priceCentsMax: true,
  qualityScoreMin: true,
  pricingType: true,
  formats: true,
  tags: true,
  coversFrom: true,
  coversTo: true,
  countries: true,
  languages: true,
  licenseTerms: true,
  sellerId: true,
  updatedSince: true,
  rowsMin: true,
  rowsMax: true,
  bytesMin: true,
  bytesMax: true,
  hasPersonalData: true,
  free: true,
};

type Filters = Record<string, unknown> & { openAuctions: boolean };

/** All filters, or null where one of them is none of these: columns, a box, auctions that are open. */
export function storedFilters({ openAuctions, ...others }: Filters): StoredFilters | null {
  const given = Object.entries(others).filter(([, value]) => value !== undefined);
  const areStored = !openAuctions && given.every(([name]) => Object.hasOwn(isStored, name));
  return areStored ? Object.fromEntries(given) : null;
}
