/** The wording of the account area, apart from its pages. */
import { describe, expect, test } from "bun:test";
import { auditValueWords, auditWords } from "../../site/account/audit/words.ts";
import { newKeyFields, readKeyLimits } from "../../site/account/keys/form.tsx";

describe("an amount of a key's form", () => {
  const amounts: [typed: string, error: string | undefined][] = [
    ["0.01", undefined],
    ["999,999.99", undefined],
    ["0", "Enter an amount from 0.01 to 999,999.99, or leave it empty."],
    ["1000000", "Enter an amount from 0.01 to 999,999.99, or leave it empty."],
    ["1e9", "Enter an amount such as 25 or 12.50, or leave it empty."],
  ];
  for (const [typed, error] of amounts) {
    test(`of ${typed} is ${error === undefined ? "taken" : "refused in its own units"}`, () => {
      const fields = { ...newKeyFields, name: "research", max_per_purchase_cents: typed };
      expect(readKeyLimits(fields).errors.max_per_purchase_cents).toBe(error);
    });
  }
});

describe("a new key's budget", () => {
  type Typed = Partial<Pick<typeof newKeyFields, "budget_cents" | "no_budget">>;
  const read = (typed: Typed) => readKeyLimits({ ...newKeyFields, name: "research", ...typed });

  test("is there unless its owner says otherwise", () => {
    const { limits, errors } = read({});
    expect(errors).toEqual({});
    expect(limits).toMatchObject({ budget_cents: 5_000, budget_period: "month" });
  });

  test("is left out by the tick alone, never by an empty field", () => {
    expect(read({ budget_cents: "" }).errors.budget_cents).toContain("Enter an amount");
    const { limits, errors } = read({ budget_cents: "", no_budget: true });
    expect(errors).toEqual({});
    expect(limits).toMatchObject({ budget_cents: null, budget_period: null });
  });

  test("and the tick at once are refused: neither wins over the other", () => {
    const { errors } = read({ budget_cents: "20", no_budget: true });
    expect(errors.budget_cents).toContain("clear “Without a budget”");
  });
});

test("the audit log shows no action as it is stored, however new it is", () => {
  expect(auditWords("purchase.refund_paid")).toBe("Refund paid");
  expect(auditWords("purchase_mail.sent")).toBe("Purchase mail sent");
});

test("states and causes are told in the words of the pages, and what is not ours as it stands", () => {
  const cases: [name: string, value: string, words: string][] = [
    ["from", "in_escrow", "In escrow"],
    ["cause", "buyer_confirmed", "The delivery was confirmed."],
    ["cause", "file_changed", "The delivered file was not the one that was bought."],
    ["reason", "file_unusable", "The file can't be used"],
    ["fields", "price_cents, title", "price cents, title"],
    ["from", "constructor", "constructor"],
    ["name", "in_escrow", "in_escrow"],
  ];
  for (const [name, value, words] of cases) expect(auditValueWords(name, value)).toBe(words);
});
