/** Filters with fixed names: how it is sold, its language, its category, no personal data. */
import { categoryIds } from "../../../db/vocabulary/listing.ts";
import { isFiller } from "./filler.ts";
import { findPhrase, phrasesOf, type TimelessReader } from "./tokens.ts";

const pricings = phrasesOf<string>([
  [
    "by auction|at auction|on auction|up for auction|as auction|in auction|open for bids",
    "auction",
  ],
  ["auction only|auctions only|only auctions|live auctions|running auctions", "auction"],
  ["zur versteigerung|per auktion|zur auktion|aux encheres|en subasta|a subasta", "auction"],
  ["buy now|buy it now|sofortkauf|sofort kaufen|achat immediat|compra inmediata", "buy_it_now"],
]);

const languages = phrasesOf<string>([
  ["in english|english language|auf englisch|en anglais|en ingles", "en"],
  ["in german|german language|auf deutsch|in deutsch|en allemand|en aleman", "de"],
  ["in french|french language|auf franzosisch|en francais|en frances", "fr"],
  ["in spanish|spanish language|auf spanisch|en espagnol|en espanol|en castellano", "es"],
  ["in italian|italian language|auf italienisch|en italien|en italiano", "it"],
  ["in portuguese|portuguese language|auf portugiesisch|en portugais|en portugues", "pt"],
  ["in dutch|dutch language|auf niederlandisch|en neerlandais|en neerlandes", "nl"],
  ["in polish|polish language|auf polnisch|en polonais|en polaco", "pl"],
  ["in japanese|japanese language|auf japanisch|en japonais|en japones", "ja"],
  ["in chinese|chinese language|auf chinesisch|en chinois|en chino", "zh"],
  ["in russian|russian language|auf russisch|en russe|en ruso", "ru"],
]);

const withoutPersonalData = phrasesOf<false>([
  ["without personal data|no personal data|free of personal data|without pii|no pii", false],
  ["without any personal data|without personal information|no personal information", false],
  ["excluding personal data|except personal data|not including personal data", false],
  [
    "but no personal data|but not personal data|excluding pii|but no pii|no personal details",
    false,
  ],
  ["ohne personenbezogene daten|keine personenbezogenen daten|ohne personendaten", false],
  ["aber keine personenbezogenen daten|keine personendaten|ohne personenbezug", false],
  ["ohne personliche daten|keine personlichen daten", false],
  ["sans donnees personnelles|sans donnees a caractere personnel|sin datos personales", false],
  ["pas de donnees personnelles|aucune donnee personnelle|sin informacion personal", false],
  [
    "mais pas de donnees personnelles|pero sin datos personales|mais sans donnees personnelles",
    false,
  ],
]);

const isCategory = new Set<string>(categoryIds);

/** "in english football" is about football: a language counts only at the end. */
const readLanguage: TimelessReader = (tokens, at) => {
  const found = findPhrase(languages, tokens, at);
  const next = tokens[at + (found?.length ?? 0)]?.text ?? "";
  if (found === null || !(next === "" || isFiller(next))) return null;
  return { length: found.length, filters: [{ filter: "language", value: found.value }] };
};

const readPricing: TimelessReader = (tokens, at) => {
  const found = findPhrase(pricings, tokens, at);
  if (found === null) return null;
  return { length: found.length, filters: [{ filter: "pricing_type", value: found.value }] };
};

/** Only with the word "category": "financial data" may well be in `pricing`. */
const readCategory: TimelessReader = (tokens, at) => {
  const [word, next, afterNext] = tokens.slice(at, at + 3).map(({ text }) => text);
  if (!/^(?:category|kategorie|categorie|categoria)$/.test(word ?? "")) return null;
  const sign = next === ":" ? 1 : 0;
  const value = sign === 1 ? (afterNext ?? "") : (next ?? "");
  if (!isCategory.has(value)) return null;
  return { length: 2 + sign, filters: [{ filter: "category", value }] };
};

const readPersonalData: TimelessReader = (tokens, at) => {
  const found = findPhrase(withoutPersonalData, tokens, at);
  if (found === null) return null;
  return { length: found.length, filters: [{ filter: "has_personal_data", value: found.value }] };
};

export const readNamed: TimelessReader = (tokens, at) =>
  readPricing(tokens, at) ??
  readLanguage(tokens, at) ??
  readCategory(tokens, at) ??
  readPersonalData(tokens, at);
