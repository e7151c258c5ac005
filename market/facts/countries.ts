/** ISO 3166-1 countries by code, or by name in English, German, French or Spanish. */
import countries from "i18n-iso-countries/index.js";
import german from "i18n-iso-countries/langs/de.json" with { type: "json" };
import english from "i18n-iso-countries/langs/en.json" with { type: "json" };
import spanish from "i18n-iso-countries/langs/es.json" with { type: "json" };
import french from "i18n-iso-countries/langs/fr.json" with { type: "json" };

const languages = ["en", "de", "fr", "es"];
for (const names of [english, german, french, spanish]) countries.registerLocale(names);

/** Names missing in the list: short and former names, and countries within a state. */
const otherNames: Record<string, string> = {
  america: "US",
  burma: "MM",
  "cape verde": "CV",
  "czech republic": "CZ",
  england: "GB",
  holland: "NL",
  "hong kong": "HK",
  macedonia: "MK",
  "northern ireland": "GB",
  scotland: "GB",
  swaziland: "SZ",
  "the bahamas": "BS",
  "the gambia": "GM",
  "the netherlands": "NL",
  uae: "AE",
  "u.k.": "GB",
  "u.s.": "US",
  "u.s.a.": "US",
  wales: "GB",
};

const names = new Map<string, string>(Object.entries(otherNames));
for (const language of languages) {
  const all = countries.getNames(language, { select: "all" });
  for (const [code, written] of Object.entries(all)) {
    for (const name of written) if (!names.has(keyOf(name))) names.set(keyOf(name), code);
  }
}

function keyOf(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[’ʼ`´]/g, "'")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
}

/** The alpha-2 code for a two-letter or three-letter code in any case; null if unknown. */
export function countryOfCode(code: string): string | null {
  const upper = code.trim().toUpperCase();
  if (/^[A-Z]{2}$/.test(upper)) return countries.isValid(upper) ? upper : null;
  if (/^[A-Z]{3}$/.test(upper)) return countries.alpha3ToAlpha2(upper) ?? null;
  return null;
}

/** The alpha-2 code for a name, ignoring case and accents; null if unknown. */
export function countryOfName(name: string): string | null {
  return names.get(keyOf(name)) ?? null;
}

/** The alpha-2 code of a code or a name. `UK` is a name: its code is GB. */
export function findCountry(text: string): string | null {
  return countryOfCode(text) ?? countryOfName(text);
}

/** The most words of a country's name: "saint vincent and the grenadines". */
const nameWordsMax = 5;

/** Written like this they name a country; in lower case they are words. */
const abbreviations = new Map([
  ["US", "US"],
  ["USA", "US"],
  ["UK", "GB"],
]);

/** Words of an English text for what belongs to a country, where the name is not contained in them. */
const nationalities: Record<string, readonly string[]> = {
  AR: ["argentine", "argentinian"],
  AT: ["austrian"],
  AU: ["australian"],
  BE: ["belgian"],
  BR: ["brazilian"],
  CA: ["canadian"],
  CH: ["swiss"],
  CL: ["chilean"],
  CN: ["chinese"],
  CO: ["colombian"],
  CZ: ["czech"],
  DE: ["german"],
  DK: ["danish"],
  EG: ["egyptian"],
  ES: ["spanish"],
  FI: ["finnish"],
  FR: ["french"],
  GB: ["british", "english", "scottish", "welsh"],
  GR: ["greek"],
  HU: ["hungarian"],
  ID: ["indonesian"],
  IE: ["irish"],
  IL: ["israeli"],
  IN: ["indian"],
  IT: ["italian"],
  JP: ["japanese"],
  KE: ["kenyan"],
  KR: ["korean"],
  MX: ["mexican"],
  NG: ["nigerian"],
  NL: ["dutch"],
  NO: ["norwegian"],
  PE: ["peruvian"],
  PL: ["polish"],
  PT: ["portuguese"],
  RO: ["romanian"],
  RU: ["russian"],
  SE: ["swedish"],
  TH: ["thai"],
  TR: ["turkish"],
  UA: ["ukrainian"],
  US: ["american"],
  VN: ["vietnamese"],
};
const countryOfNationality = new Map(
  Object.entries(nationalities).flatMap(([code, words]) =>
    words.map((word) => [word, code] as const),
  ),
);

/** The countries whose nationality an English text names: `Swiss` is CH. */
export function nationalitiesIn(text: string): Set<string> {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return new Set(words.flatMap((word) => countryOfNationality.get(word) ?? []));
}

/** Names that are more often something else. */
const ambiguous = new Set(["us", "georgia", "guinea", "jersey", "man", "inde", "island", "polen"]);

/** The countries that a text names, and the words in lower case that name them. Linear in its length. */
export function countriesIn(text: string): { codes: Set<string>; words: Set<string> } {
  const written = text.match(/[\p{L}\p{M}](?:[\p{L}\p{M}.'’-]*[\p{L}\p{M}])?/gu) ?? [];
  const folded = written.map(keyOf);
  const codes = new Set<string>();
  const words = new Set<string>();
  for (let at = 0; at < folded.length; at += 1) {
    const abbreviated = abbreviations.get((written[at] ?? "").replaceAll(".", ""));
    const found =
      abbreviated === undefined ? longestName(folded, at) : { code: abbreviated, length: 1 };
    if (found === null) continue;
    codes.add(found.code);
    for (const word of written.slice(at, at + found.length)) words.add(word.toLowerCase());
    at += found.length - 1;
  }
  return { codes, words };
}

function longestName(
  folded: readonly string[],
  at: number,
): { code: string; length: number } | null {
  for (let length = nameWordsMax; length > 0; length -= 1) {
    const name = folded.slice(at, at + length).join(" ");
    const code = names.get(name);
    if (code !== undefined && at + length <= folded.length && !ambiguous.has(name)) {
      return { code, length };
    }
  }
  return null;
}
