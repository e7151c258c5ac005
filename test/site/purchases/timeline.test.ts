/** What a purchase's page says about the money. */
import { expect, test } from "bun:test";
import { Timeline } from "../../../site/account/purchases/timeline.tsx";
import { samplePurchase } from "../purchase-samples.ts";

const subscription = {
  ...{ id: "0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b", period: 1, delivered_version: null },
  ...{ starts_at: "2026-11-01T00:00:00Z", ends_at: "2026-12-01T00:00:00Z" },
};
const purchase = { ...samplePurchase(1, "in_escrow", "Prices"), subscription };

test("a period with a contract pays its seller at once, any other some days after its update", () => {
  const plain = String(Timeline({ purchase: { ...purchase, acceptance: null } }));
  const judged = String(Timeline({ purchase: { ...purchase, acceptance: "pending" } }));
  expect(plain).toContain("some days later");
  expect(judged).toContain("the seller is paid at once");
  expect(judged).not.toContain("days later");
});
