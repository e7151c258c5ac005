/**
 * How search words are parsed as column conditions (names, types, meanings), and what they do not
 * match.
 */
import { expect, test } from "bun:test";
import { readColumnAsk, splitColumns } from "../../../market/search/column-asks.ts";

const asks: [text: string, name: string | null, facts: string[]][] = [
  ["lat", "lat", []],
  ["Lat:Latitude", "lat:latitude", ["lat:latitude"]],
  [":latitude", null, [":latitude"]],
  [":lat", null, [":latitude"]],
  ["price:float", "price:float", ["price:number", "price:integer"]],
  ["day:date", "day:date", ["day:date", "day:datetime"]],
  ["amount:EUR", "amount:eur", ["amount:eur"]],
  // Names from OpenStreetMap and XML contain colons.
  ["addr:city", "addr:city", ["addr:city"]],
  ["addr:city:string", "addr:city:string", ["addr\\:city:string"]],
  ["addr\\:city", "addr:city", []],
  ["addr\\:city:text", "addr:city:text", ["addr\\:city:string"]],
  ["a\\,b", "a,b", []],
  ["a\\\\b:int", "a\\b:int", ["a\\\\b:integer"]],
  ["constructor:constructor", "constructor:constructor", ["constructor:constructor"]],
];

test.each(asks)("%s", (text, name, facts) => {
  expect(readColumnAsk(text)).toEqual({ name, facts });
});

test("a list is divided at commas, but not behind a backslash", () => {
  expect(splitColumns("a,b:date,,c\\,d, ")).toEqual(["a", "b:date", "c\\,d"]);
  expect(splitColumns("a\\\\,b")).toEqual(["a\\\\", "b"]);
  expect(splitColumns("a\\")).toEqual(["a\\"]);
  expect(splitColumns("")).toEqual([]);
});
