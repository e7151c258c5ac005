/** Who may query which version of a dataset, as a table. */
import { expect, test } from "bun:test";
import { chooseFile } from "../../../market/query/rules.ts";

const free = { priceCents: 0, pricingType: "buy_it_now" } as const;
const paid = { priceCents: 500, pricingType: "buy_it_now" } as const;
const active = { status: "active", suspendedBy: null, version: 2, currentUploadId: "u2" } as const;
const withdrawn = { ...active, status: "withdrawn" } as const;
const takenDown = { ...active, status: "suspended", suspendedBy: "listing" } as const;
const of = (uploadId: string, version: number, state = "released", chargeback: unknown = null) =>
  ({ uploadId, version, state, chargeback }) as never;
const first = of("u1", 1);
const second = of("u2", 2);
const v1 = { uploadId: "u1", version: 1 };
const v2 = { uploadId: "u2", version: 2 };

test.each([
  ["nothing there", null, false, [], "dataset_not_found"],
  ["free, anybody", { ...active, ...free }, false, [], v2],
  ["free but withdrawn, anybody", { ...withdrawn, ...free }, false, [], "dataset_not_found"],
  ["paid, anybody", { ...active, ...paid }, false, [], "query_needs_purchase"],
  ["paid, its seller", { ...active, ...paid }, true, [], v2],
  ["a draft, its seller", { ...active, ...paid, status: "draft" } as const, true, [], v2],
  [
    "a draft without a file",
    { ...active, ...paid, status: "draft", currentUploadId: null } as const,
    true,
    [],
    "dataset_not_found",
  ],
  ["this version bought", { ...active, ...paid }, false, [first, second], v2],
  ["an earlier version bought", { ...active, ...paid }, false, [first], v1],
  ["bought and withdrawn since", { ...withdrawn, ...paid }, false, [first], v1],
  ["bought and taken down since", { ...takenDown, ...paid }, false, [second], "dataset_not_found"],
  ["refunded", { ...active, ...paid }, false, [of("u2", 2, "refunded")], "query_needs_purchase"],
  [
    "not paid yet",
    { ...active, ...paid },
    false,
    [of("u2", 2, "payment_pending")],
    "query_needs_purchase",
  ],
  [
    "charged back",
    { ...active, ...paid },
    false,
    [of("u2", 2, "released", "open")],
    "query_needs_purchase",
  ],
] as const)("%s", (_, listing, isSeller, purchased, expected) => {
  const chosen = chooseFile(listing, { isSeller, purchased: [...purchased] });
  const shown = "code" in chosen ? chosen.code : chosen;
  expect(shown).toEqual(expected as never);
});
