/** Finds the countries that the data cover: by country columns, or by a box within one country. */
import type { ColumnProfile } from "../profile/schemas.ts";
import { countryOfCode, countryOfName } from "./countries.ts";
import type { Box } from "./schemas.ts";

/** The share of a column's values that must be countries: `CA` among US states is California. */
const countriesShareMin = 0.8;
/** The corners of a wider box may lie in one country even if the box does not. */
const boxDegreesMax = 60;

const countryWords =
  /^(?:country|countries|nation|land|pays|pais|iso2|iso3|cntry|ctry|iso_a[23](_eh)?|adm0_a3|iso_3166.*|countrycode|countryname|cca[23])$/;
const countryEnding = /(?:^|[_ .-])(?:country|nation)(?:[_ .-]?(?:code|name|iso|iso[23]|id))?$/;

function isCountryName(name: string): boolean {
  const plain = name
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .trim();
  return countryWords.test(plain) || countryEnding.test(plain);
}

/**
 * The countries among the profile's most frequent values, sorted by code; the data may contain
 * others. Null if unknown.
 */
export async function countriesCovered(
  columns: readonly ColumnProfile[],
  box: Box | null,
): Promise<string[] | null> {
  const named = new Set(columns.flatMap(countriesOf));
  if (named.size > 0) return [...named].sort();
  const only = box === null ? null : await countryOfBox(box);
  return only === null ? null : [only];
}

function countriesOf({ name, top_values: top }: ColumnProfile): string[] {
  if (top === null || top.length === 0 || !isCountryName(name)) return [];
  const texts = top.flatMap(({ value }) => (typeof value === "string" ? [value] : []));
  const found = texts.flatMap((text) => countryOfCode(text) ?? countryOfName(text) ?? []);
  return found.length >= top.length * countriesShareMin ? found : [];
}

/** The only country whose land and coastal waters the box touches; null for none or several. */
async function countryOfBox({ west, south, east, north }: Box): Promise<string | null> {
  const halves =
    west <= east ? [[west, east] as const] : [[west, 180] as const, [-180, east] as const];
  const width = halves.reduce((sum, [from, to]) => sum + to - from, 0);
  if (width > boxDegreesMax || north - south > boxDegreesMax) return null;
  // Loaded on demand: the borders take a megabyte that few processes need.
  const { iso1A2Codes } = await import("@rapideditor/country-coder");
  const codes = halves.flatMap(([from, to]) => iso1A2Codes([from, south, to, north]));
  const [only, ...others] = new Set(codes.filter(isCountry));
  return only !== undefined && others.length === 0 ? only : null;
}

/** The borders also contain groups of countries, such as `EU`. */
const isCountry = (code: string) => countryOfCode(code) === code;
