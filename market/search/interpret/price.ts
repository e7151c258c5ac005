/** Prices in words: "free", "under 10 dollars", "max 5 €", "between 5 and 20 usd". */
import { type Measured, readAmount, readRange } from "./amounts.ts";
import { isLiteralFree } from "./compounds.ts";
import { filtersOf, findPhrase, phrasesOf, type TimelessReader, type Token } from "./tokens.ts";

/** All listings have one currency, so the one in the words changes nothing. */
const currencies = phrasesOf<true>([
  ["$|€|£|usd|eur|gbp|chf|us$|us $|dollar|dollars|us dollars|bucks|buck|euro|euros|pounds", true],
  ["dolar|dolares|franken|francs", true],
]);

const priceWords = phrasesOf<true>([
  ["price|priced|priced at|price of|cost|costs|costing|cost of|budget|budget of|budget is", true],
  ["preis|kostet|kosten|budget von|prix|coute|coutant|cout|precio|cuesta|costo|presupuesto", true],
  ["my budget is|a price of|for a price|zum preis|zum preis von|a un prix|con precio", true],
]);

/** "2 dollars a day" is a wage, not a dataset's price. */
const perUnit = /^(?:a|an|per|each|every|pro|je|par|por|al|le|la|\/)$/;

/** Higher prices are the data's subject: "houses over 500,000 dollars" is about houses. */
const priceMax = 10_000;

const costless = phrasesOf<boolean>([
  ["for free|free of charge|free of cost|at no cost|no cost|without cost|without charge", true],
  ["costs nothing|zero cost|gratis|kostenlos|kostenlose|kostenloser|kostenloses", true],
  ["kostenlosen|kostenfrei|kostenfreie|kostenfreien|umsonst|gratuit|gratuite|gratuits", true],
  ["gratuites|gratuitement|gratuito|gratuita|gratuitos|gratuitas|free to use", true],
  ["free to download|sin costo|sin coste|freely available|free", true],
  ["not free|paid dataset|paid datasets|paid data|kostenpflichtig|kostenpflichtige", false],
  ["payant|payants|payante|payantes|de pago", false],
]);

export const readPrice: TimelessReader = (tokens, at) =>
  readFree(tokens, at) ?? readPriceRange(tokens, at);

const readFree: TimelessReader = (tokens, at) => {
  const found = findPhrase(costless, tokens, at);
  if (found === null) return null;
  if (tokens[at]?.text === "free" && found.length === 1 && isLiteralFree(tokens, at)) return null;
  return { length: found.length, filters: [{ filter: "free", value: found.value }] };
};

const readPriceRange: TimelessReader = (tokens, at) => {
  const lead = findPhrase(priceWords, tokens, at)?.length ?? 0;
  const isLed = lead > 0;
  const filler = isLed && /^(?:is|of|ist|est|es|de|von|:)$/.test(tokens[at + lead]?.text ?? "");
  const start = at + lead + (filler ? 1 : 0);
  const range = readRange(tokens, start, readMoney);
  if (range === null || !(range.hasUnit || isLed)) return null;
  const length = start - at + range.length;
  if (isWage(tokens, at + length)) return null;
  const filters = filtersOf({ min_price: range.min, max_price: range.max });
  if (filters.some(({ value }) => Number(value) > priceMax)) return null;
  return { length, filters };
};

function isWage(tokens: Token[], at: number): boolean {
  const next = tokens[at + 1]?.text ?? "";
  return (
    (perUnit.test(tokens[at]?.text ?? "") &&
      /^(?:day|days|hour|hours|week|month|year)$/.test(next)) ||
    /^(?:per|pro|par|por|je)$/.test(tokens[at]?.text ?? "")
  );
}

/** An amount with its currency before or after it, to the cent. */
function readMoney(tokens: Token[], at: number): Measured | null {
  const sign = findPhrase(currencies, tokens, at)?.length ?? 0;
  const amount = readAmount(tokens, at + sign);
  if (amount === null) return null;
  const unit = sign > 0 ? 0 : (findPhrase(currencies, tokens, at + amount.length)?.length ?? 0);
  const value = Math.round(amount.value * 100) / 100;
  return { value, length: sign + amount.length + unit, hasUnit: sign + unit > 0 };
}
