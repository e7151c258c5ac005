/**
 * Words of other languages in a catalogue that is stemmed as English: what they find, and what they
 * don't.
 */
import { expect, test } from "bun:test";
import { verifiedAgent } from "../../support/agents.ts";
import { type Json, testApi } from "../../support/api.ts";
import { publishedListing } from "../../support/listings.ts";

const titles = {
  market: "Market prices of a year",
  housing: "Precios de la vivienda en Madrid",
  homes: "Viviendas vacías",
  rents: "Les prix et les loyers à Lyon",
  hospitals: "Hôpitaux de Paris",
  rain: "Precipitation at Seattle",
  letters: "Letters of an empress",
  index: "Preisindex der Stadt",
} as const;
type Name = keyof typeof titles;
const names = Object.keys(titles) as Name[];

const ids: Partial<Record<Name, string>> = {};
const api = await testApi();
const { token } = await verifiedAgent(api);
for (const name of names) {
  ids[name] = await publishedListing(api, token, {
    title: titles[name],
    description: "Made up.",
    category: "other",
  });
}

async function found(words: string): Promise<Name[]> {
  const { status, body } = await api.send("GET", `/datasets?query=${encodeURIComponent(words)}`);
  expect(status).toBe(200);
  return names.filter((name) => (body.items as Json[]).some(({ id }) => id === ids[name]));
}

test.each<[query: string, expected: Name[]]>([
  // The Spanish stem of "precio" begins "precipitation", that of "empresa" begins "empress".
  ["prices", ["market", "housing", "rents", "index"]],
  ["precio", ["market", "housing", "rents", "index"]],
  ["prix", ["market", "housing", "rents", "index"]],
  ["précipitations", ["rain"]],
  ["vivienda", ["housing", "homes"]],
  ["viviendas", ["housing", "homes"]],
  ["hôpital", ["hospitals"]],
  ["empresas", []],
])("%s", async (query, expected) => {
  expect(await found(query)).toEqual(expected);
});
