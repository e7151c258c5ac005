/** The rules of messages as tables: who may write, how long to wait, when a mail is due. */
import { describe, expect, test } from "bun:test";
import { type ContactFacts, contactRefusal, mailDueAt } from "../../../market/message/rules.ts";
import { allowanceRefusal } from "../../../market/refusal.ts";

const seller = { accountId: "seller", isSuspended: false };
const fine: ContactFacts = {
  status: "active",
  seller,
  buyerAccountId: "buyer",
  hasThread: false,
  isBought: false,
};

describe("callers who may write about a dataset", () => {
  const cases: [name: string, change: Partial<ContactFacts>, code: string | null][] = [
    ["an active one", {}, null],
    ["a draft", { status: "draft" }, "dataset_not_found"],
    ["a draft of one's own", { status: "draft", buyerAccountId: "seller" }, "dataset_not_found"],
    ["one's own", { buyerAccountId: "seller" }, "own_dataset"],
    ["one's own, withdrawn", { buyerAccountId: "seller", status: "withdrawn" }, "own_dataset"],
    ["a withdrawn one", { status: "withdrawn" }, "dataset_not_available"],
    ["a sold one", { status: "sold" }, "dataset_not_available"],
    ["a suspended one", { status: "suspended" }, "dataset_not_available"],
    ["a withdrawn one that was bought", { status: "withdrawn", isBought: true }, null],
    ["a sold one that was bought", { status: "sold", isBought: true }, null],
    ["a withdrawn one with a thread", { status: "withdrawn", hasThread: true }, null],
    [
      "one of a suspended seller",
      { seller: { ...seller, isSuspended: true } },
      "recipient_unavailable",
    ],
    ["one of an agent without an owner", { seller: null }, "recipient_unavailable"],
  ];
  test.each(cases)("%s", (_name, change, code) => {
    expect(contactRefusal({ ...fine, ...change })?.code ?? null).toBe(code as never);
  });
});

test("an account waits until the earliest of its last messages leaves the window, a second at least", () => {
  const allowance = { who: "An account", what: "messages", max: 60, windowSeconds: 3600 };
  const now = new Date("2026-11-21T12:00:00.000Z");
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  expect(allowanceRefusal(allowance, null, now)).toBeNull();
  expect(allowanceRefusal(allowance, before(0), now)?.retryAfterSeconds).toBe(3600);
  expect(allowanceRefusal(allowance, before(3540.5), now)?.retryAfterSeconds).toBe(60);
  expect(allowanceRefusal(allowance, before(3599.999), now)?.retryAfterSeconds).toBe(1);
});

test("a mail is due at once, or an hour after the last one, never in the past", () => {
  const now = new Date("2026-11-21T12:00:00.000Z");
  const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
  expect(mailDueAt(null, now)).toEqual(now);
  expect(mailDueAt(at(-59), now)).toEqual(at(1));
  expect(mailDueAt(at(-60), now)).toEqual(now);
  expect(mailDueAt(at(-600), now)).toEqual(now);
});
