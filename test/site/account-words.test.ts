/** What the account area says to people, apart from its pages. */
import { describe, expect, test } from "bun:test";
import { auditWords } from "../../site/account/audit/words.ts";
import { emptyKeyFields, readKeyLimits } from "../../site/account/keys/form.tsx";

describe("an amount of a key's form", () => {
  const amounts: [typed: string, error: string | undefined][] = [
    ["0.01", undefined],
    ["999,999.99", undefined],
    ["0", "Write an amount from 0.01 to 999,999.99, or leave it empty."],
    ["1000000", "Write an amount from 0.01 to 999,999.99, or leave it empty."],
    ["1e9", "Write an amount such as 25 or 12.50, or leave it empty."],
  ];
  for (const [typed, error] of amounts) {
    test(`of ${typed} is ${error === undefined ? "taken" : "refused in its own units"}`, () => {
      const fields = { ...emptyKeyFields, name: "research", max_per_purchase_cents: typed };
      expect(readKeyLimits(fields).errors.max_per_purchase_cents).toBe(error);
    });
  }
});

test("the audit log shows no action as it is stored, however new it is", () => {
  expect(auditWords("purchase.refund_paid")).toBe("Refund paid");
  expect(auditWords("purchase_mail.sent")).toBe("Purchase mail sent");
});
