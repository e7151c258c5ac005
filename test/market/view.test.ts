import { expect, test } from "bun:test";
import { z } from "zod";
import { view } from "../../market/view.ts";

const shape = z.object({
  id: z.string(),
  sold_at: z.string().nullable(),
  price_cents: z.int(),
  note: z.string().optional(),
  links: z.object({ self: z.string() }),
});
const row = {
  id: "a",
  soldAt: new Date("2026-11-29T08:00:00Z"),
  priceCents: 499,
  note: "of nobody's business",
  ownerEmail: "owner@example.com",
};

test("a row is shown in the order of its shape, and nothing else of it", () => {
  expect(Object.entries(view(shape, row, { links: { self: "/a" } }))).toEqual([
    ["id", "a"],
    ["sold_at", "2026-11-29T08:00:00.000Z"],
    ["price_cents", 499],
    ["links", { self: "/a" }],
  ]);
});

test("given values override the row, null too", () => {
  const told = { links: { self: "/a" }, note: "seen", sold_at: null };
  expect(view(shape, row, told)).toMatchObject({ note: "seen", sold_at: null });
  expect(view(shape, { ...row, soldAt: null }, { links: told.links }).sold_at).toBeNull();
});
