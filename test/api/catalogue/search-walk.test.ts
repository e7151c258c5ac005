/**
 * Paging through partial matches while the catalogue grows, and search words at the length limit.
 */
import { describe, expect, test } from "bun:test";
import { verifiedAgent } from "../../support/agents.ts";
import { type Json, testApi } from "../../support/api.ts";
import { publishedListing } from "../../support/listings.ts";

const api = await testApi();
const { token } = await verifiedAgent(api);
const publish = (title: string) =>
  publishedListing(api, token, { title, description: "Measured.", category: "sensor" });

const ids: string[] = [];
for (const title of [
  "Kelvin",
  "Station",
  "Kelvin station",
  "Kelvin probes",
  "Stations",
  "Kelvin",
]) {
  ids.push(await publish(title));
}
await publish("Flowers");

type Page = { items: Json[]; pagination: { total: number; next_cursor: string | null } };

for (const sort of ["relevance", "-relevance"]) {
  test(`a walk in sort=${sort} shows each once while listings are published`, async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    const known = await api.send("GET", `/datasets?query=kelvin+station&sort=${sort}`);
    do {
      const path = `/datasets?query=kelvin+station&sort=${sort}&limit=2`;
      const next = cursor === null ? "" : `&cursor=${cursor}`;
      const page = (await api.send("GET", path + next)).body as unknown as Page;
      seen.push(...page.items.map(({ id }) => String(id)));
      cursor = page.pagination.next_cursor;
      await publish(`Kelvin station ${seen.length}`);
    } while (cursor !== null);
    const first = (known.body as unknown as Page).items.map(({ id }) => String(id));
    expect(seen).toEqual(first);
  });
}

test("a cursor of another query is refused", async () => {
  const page = await api.send("GET", "/datasets?query=kelvin+station&limit=1");
  const { next_cursor: cursor } = (page.body as unknown as Page).pagination;
  const answer = await api.send("GET", `/datasets?query=kelvin&limit=1&cursor=${cursor}`);
  expect(answer.body.code).toBe("invalid_request");
});

describe("words at the limit", () => {
  const letters = "abcdefghijklmnopqrstuvwxyz";
  const distinct = Array.from({ length: 100 }, (_, n) => `${letters[n % 26]}${n % 10}`).join(" ");
  const cases: [name: string, words: string][] = [
    ["a hundred distinct words", distinct],
    ["quotes", '"'.repeat(300)],
    ["quoted words", '"kelvin" '.repeat(33)],
    ["dashes", "- ".repeat(149)],
    ["words that must not stand", "-kelvin ".repeat(37)],
    ["stop words", "the of and or ".repeat(21)],
    ["emoji", "🌡️ ".repeat(70)],
    ["other scripts", "温度 температура درجة 온도 ".repeat(10)],
    ["lexemes with quotes and backslashes", "o'kelvin \\'\\ ':A' kel\\vin"],
    ["operators of text search", "kelvin & !station | (x <-> y):*A"],
  ];
  for (const [name, words] of cases) {
    test(`${name} are searched for, not obeyed`, async () => {
      const query = encodeURIComponent(words.slice(0, 300).trim());
      const answer = await api.send("GET", `/datasets?query=${query}&facets=true`);
      expect(answer.status).toBe(200);
    });
  }
});
