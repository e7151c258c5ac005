/** The conditions that a person states on the checkout page. */
import { expect, test } from "bun:test";
import { readAcceptance, termsOf } from "../../../site/buy/acceptance-fields.tsx";

const termsOfForm = (fields: Record<string, string>) =>
  termsOf(readAcceptance(new URLSearchParams(fields)));

test("an untouched form states no condition", () => {
  const blank = { acceptance_rows: "", acceptance_complete: " , ", acceptance_sql: " " };
  expect(termsOfForm({})).toBeUndefined();
  expect(termsOfForm(blank)).toBeUndefined();
});

test("each field is a check, and a column in both lists has both", () => {
  const query = "SELECT max(day) >= {today} FROM {object}";
  const filled = {
    acceptance_rows: "1,200",
    acceptance_complete: "id, day,id",
    acceptance_unique: "id",
    acceptance_sql: query,
  };
  expect(termsOfForm(filled)).toEqual({
    schema: [
      {
        quality: [
          { metric: "rowCount", mustBeGreaterOrEqualTo: 1200 },
          { type: "sql", query, mustBe: true },
        ],
        properties: [
          { name: "id", required: true, unique: true },
          { name: "day", required: true, unique: false },
        ],
      },
    ],
  });
});

test("a number of rows that is none is refused", () => {
  expect(() => termsOfForm({ acceptance_rows: "many" })).toThrow("not valid");
});
