/** The sell pages: the state of each step, the preview, and what the seller receives. */
import { describe, expect, test } from "bun:test";
import { ListingPreview, receivesOf } from "../../../site/account/selling/sell/preview-card.tsx";
import { Steps, stepsOf } from "../../../site/account/selling/sell/steps.tsx";
import { termFieldsOf } from "../../../site/account/selling/sell/terms-fields.ts";
import { sampleId } from "../purchase-samples.ts";
import { sampleSelling } from "./samples.ts";

const owner = {
  kind: "owner",
  accountId: sampleId(1),
  email: "a@x.example",
  emailVerified: true,
} as const;
const listingOf = (number: number) => sampleSelling("Tides").getOwnListing(owner, sampleId(number));

async function statesOf(number: number): Promise<Record<string, string>> {
  return Object.fromEntries(
    stepsOf(await listingOf(number)).map(({ path, state }) => [path, state]),
  );
}

describe("the steps", () => {
  test("are done, ahead or in error by the stored draft", async () => {
    expect(await statesOf(7)).toMatchObject({
      "/file": "done",
      "/found": "done",
      "/terms": "done",
    });
    expect(await statesOf(6)).toMatchObject({ "/file": "done", "/found": "ahead" });
    expect(Object.values(await statesOf(5))).not.toContain("error");
  });

  test("name the present one, and a problem with its step", async () => {
    const listing = await listingOf(7);
    const html = String(Steps({ listing, current: "/terms" }));
    expect(html).toContain('aria-current="step"');
    const fault = { pointer: "/auction/ends_at", code: "invalid", detail: "It is over." };
    const faulty = { ...listing, publish_blockers: [fault] };
    const [terms] = stepsOf(faulty).filter(({ path }) => path === "/terms");
    expect(terms).toMatchObject({ state: "error", note: "1 problem" });
  });
});

describe("what the seller receives", () => {
  const fields = { offer: "buy_it_now", price_cents: "4.99", start_price_cents: "" };
  const of = async (more: Partial<typeof fields>, feeBps = 500) =>
    receivesOf({ ...termFieldsOf(await listingOf(7)), ...fields, ...more }, feeBps);

  test("is the price less the fee, rounded down to the seller's favour", async () => {
    expect(await of({})).toEqual({
      state: "valid",
      priceCents: 499,
      feeCents: 24,
      receivesCents: 475,
    });
    expect(await of({ price_cents: "4.99" }, 0)).toMatchObject({ feeCents: 0, receivesCents: 499 });
    expect(await of({ offer: "auction", start_price_cents: "2" })).toMatchObject({
      priceCents: 200,
    });
  });

  test("is nothing for a free dataset, an invalid amount, or one below the minimum", async () => {
    expect(await of({ offer: "free" })).toEqual({ state: "free" });
    expect(await of({ price_cents: "a lot" })).toEqual({ state: "not_a_number" });
    expect(await of({ price_cents: "0.10" })).toMatchObject({ state: "below_minimum" });
  });

  test("is shown beside the form with the values that were typed", async () => {
    const listing = await listingOf(7);
    const typed = { ...termFieldsOf(listing), ...fields, title: "<b>New</b>", description: "" };
    const html = String(ListingPreview({ listing, fields: typed }));
    expect(html).toContain("You receive $4.75");
    expect(html).toContain("&lt;b&gt;New&lt;/b&gt;");
    expect(html).toContain("No description yet.");
  });
});
