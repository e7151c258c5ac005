/** The number of statements when a new listing is matched with the saved searches. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { matchListings } from "../../../market/saved-search/match-listings.ts";
import { sellerAgent } from "../../support/agents.ts";
import { testApi } from "../../support/api.ts";
import { forFile } from "../../support/for-file.ts";
import { openCountedDatabase } from "../counted-database.ts";
import { newSaver, newWord, onSale, saveSearch, toldBy } from "./support.ts";

setDefaultTimeout(60_000);

const api = await testApi();
const seller = await sellerAgent(api);
const saver = await newSaver(api);
const { db, sent } = await forFile(openCountedDatabase(api.databaseUrl));

/** The statements of one step in which this many searches match a listing. */
async function statementsOf(parameters: Record<string, string>, searches: number) {
  const word = newWord();
  const saved: string[] = [];
  for (let at = 0; at < searches; at++) {
    saved.push(await saveSearch(api, saver, { ...parameters, query: word }));
  }
  const id = await onSale(api, seller.token, `Weather of ${word}`);
  sent.length = 0;
  expect(await matchListings({ ...api.ctx, db })).toBe(searches);
  for (const search of saved) expect(await toldBy(api, search)).toEqual([[id, 1]]);
  return [...sent];
}

test("a step takes as many statements for ten searches as for one", async () => {
  const one = await statementsOf({}, 1);
  const ten = await statementsOf({}, 10);
  expect(ten.length).toBe(one.length);
});

test("filters that are stored are asked with the words; columns are asked of the listing by themselves", async () => {
  const isCheck = (query: string) => query.includes("as pair");
  expect((await statementsOf({}, 2)).filter(isCheck)).toEqual([]);
  expect((await statementsOf({ max_price: "1000" }, 2)).filter(isCheck)).toEqual([]);
  expect((await statementsOf({ columns: "species" }, 2)).filter(isCheck)).toHaveLength(1);
});
