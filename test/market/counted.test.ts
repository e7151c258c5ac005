import { expect, test } from "bun:test";
import { agreeing, counted } from "../../market/counted.ts";

test.each([
  [0, "0 rows"],
  [1, "1 row"],
  [2, "2 rows"],
  [999, "999 rows"],
  [1204, "1,204 rows"],
  [2_000_001, "2,000,001 rows"],
])("%p of a noun is %p", (count, text) => {
  expect(counted(count, "row")).toBe(text);
});

test("other forms are given, verbs too", () => {
  expect([
    counted(1, "match was", "matches were"),
    counted(2, "match was", "matches were"),
  ]).toEqual(["1 match was", "2 matches were"]);
  expect([agreeing(1, "is", "are"), agreeing(0, "is", "are")]).toEqual(["is", "are"]);
});
