/** The wording of validation errors, for every schema of input. */
import { expect, test } from "bun:test";
import { z } from "zod";
import { registerBody } from "../../market/agent/schemas.ts";
import { bidBody } from "../../market/auction/schemas.ts";
import { eventsQuery } from "../../market/event/schemas.ts";
import { draftBody, draftPatch } from "../../market/listing/schemas.ts";
import { uploadUrlsBody } from "../../market/listing/upload/schemas.ts";
import { messageBody } from "../../market/message/schemas.ts";
import { buyBody } from "../../market/purchase/buy-schemas.ts";
import { disputeBody, purchasesQuery } from "../../market/purchase/schemas.ts";
import { dataRequestBody, dataRequestsQuery } from "../../market/request/schemas.ts";
import { savedSearchBody } from "../../market/saved-search/schemas.ts";
import { searchQuery } from "../../market/search/schemas.ts";
import { idParams } from "../../market/text.ts";
import { validationWords } from "../../market/validation-words.ts";
import { webhookBody } from "../../market/webhook/schemas.ts";

const shapes: Record<string, z.ZodType> = {
  ...{ registerBody, draftBody, draftPatch, uploadUrlsBody, buyBody, disputeBody, bidBody },
  ...{ messageBody, dataRequestBody, savedSearchBody, webhookBody, idParams },
  ...{ searchQuery, dataRequestsQuery, purchasesQuery, eventsQuery },
};

const junk: unknown[] = [
  undefined,
  null,
  "",
  " ",
  "x".repeat(30_000),
  "\u0000",
  "0.001",
  -1,
  0.5,
  1e15,
  true,
  [],
  [""],
  ["x", 7, null],
  Array.from({ length: 2000 }, () => "x"),
  {},
  { unheard: 1 },
];

const auctionOf = (prices: object) => ({ title: "x", description: "y", auction: prices });

function wordsOf(shape: z.ZodType, value: unknown): string[] {
  const parsed = shape.safeParse(value, { error: validationWords });
  return (parsed.error?.issues ?? []).map((issue) => `${issue.path.join("/")}: ${issue.message}`);
}

test("every fault of every field is said in our own words", () => {
  const said = new Set<string>();
  for (const [name, shape] of Object.entries(shapes)) {
    const fields = shape instanceof z.ZodObject ? Object.keys(shape.shape) : [];
    for (const value of junk) {
      for (const words of wordsOf(shape, value)) said.add(`${name} ${words}`);
      for (const field of fields) {
        for (const words of wordsOf(shape, { [field]: value })) said.add(`${name} ${words}`);
      }
    }
  }
  expect(said.size).toBeGreaterThan(200);
  const foreign = [...said].filter((words) =>
    /\binvalid\b|expected \w+|received \w+|too (small|big)|must match|nonoptional|safeint|: $/i.test(
      words,
    ),
  );
  expect(foreign).toEqual([]);
});

test.each([
  [registerBody, {}, "owner_email: is missing"],
  [registerBody, { owner_email: "ada" }, "owner_email: is not an e-mail address"],
  [registerBody, { owner_email: 7 }, "owner_email: has to be text"],
  [draftBody, { title: "", description: "x" }, "title: must not be empty"],
  [draftPatch, { price_cents: 9.99 }, "price_cents: takes whole cents: $9.99 is 999"],
  [draftPatch, { price_cents: "9.99" }, "price_cents: takes whole cents: $9.99 is 999"],
  [
    draftBody,
    auctionOf({ start_price_cents: 9.99 }),
    "auction/start_price_cents: takes whole cents: $9.99 is 999",
  ],
  [searchQuery, { max_price_cents: "9.99" }, "max_price_cents: takes whole cents: $9.99 is 999"],
  [
    dataRequestsQuery,
    { min_budget_cents: "9.99" },
    "min_budget_cents: takes whole cents: $9.99 is 999",
  ],
  [searchQuery, { min_rows: "9.99" }, "min_rows: is not a whole number"],
  [draftPatch, { price_cents: -1 }, "price_cents: has to be at least 0"],
  [idParams, { id: "7" }, "id: is no UUID"],
])("%# in words: a fault of a field", (shape, value, expected) => {
  expect(wordsOf(shape as z.ZodType, value)).toContain(expected);
});
