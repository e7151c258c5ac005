/**
 * The table of a chargeback's steps: the permitted steps per state, and the reasons against the
 * others.
 */
import { describe, expect, test } from "bun:test";
import {
  type ChargebackStep,
  obstaclesTo,
  openDebtCents,
  reversalCentsMax,
  type StepFacts,
} from "../../../market/purchase/chargeback/rules.ts";
import { evidenceBody, stepBody } from "../../../market/purchase/chargeback/schemas.ts";

const now = new Date("2026-11-22T10:00:00Z");
const facts: StepFacts = {
  state: "open",
  providerStatus: "needs_response",
  evidenceDueAt: new Date("2026-11-30T00:00:00Z"),
  evidenceSubmittedAt: null,
  hasEvidence: true,
  isStepOwed: false,
  openDebtCents: 0,
  reversibleCents: 950,
  now,
};
const lost: StepFacts = { ...facts, state: "lost", providerStatus: "lost", openDebtCents: 950 };
const all: ChargebackStep[] = [
  "save_draft",
  "send_draft",
  "submit_evidence",
  "accept_loss",
  "reverse_transfer",
  "write_off",
];

describe("the steps that are open", () => {
  const evidence: ChargebackStep[] = ["save_draft", "send_draft", "submit_evidence"];
  const cases: [name: string, given: StepFacts, open: ChargebackStep[]][] = [
    ["of a new one", facts, [...evidence, "accept_loss"]],
    ["without evidence", { ...facts, hasEvidence: false }, ["save_draft", "accept_loss"]],
    ["after the time for evidence", { ...facts, evidenceDueAt: now }, ["accept_loss"]],
    [
      "where the bank names no time",
      { ...facts, evidenceDueAt: null },
      [...evidence, "accept_loss"],
    ],
    ["after the submission", { ...facts, evidenceSubmittedAt: now }, []],
    ["of an inquiry", { ...facts, providerStatus: "warning_needs_response" }, evidence],
    ["while one is on its way", { ...facts, isStepOwed: true }, []],
    ["after a win", { ...facts, state: "won", providerStatus: "won" }, []],
    ["after a loss", lost, ["reverse_transfer", "write_off"]],
    ["after a loss that left no debt", { ...lost, openDebtCents: 0 }, []],
    ["when the transfer is back already", { ...lost, reversibleCents: 0 }, ["write_off"]],
    ["after a loss, while one is on its way", { ...lost, isStepOwed: true }, []],
  ];
  for (const [name, given, open] of cases) {
    test(name, () => {
      expect(all.filter((step) => obstaclesTo(step, given).length === 0)).toEqual(open);
    });
  }
});

test("a reversal takes at most the debt, and the rest of the transfer", () => {
  expect(reversalCentsMax({ openDebtCents: 950, reversibleCents: 300 })).toBe(300);
  expect(reversalCentsMax({ openDebtCents: 100, reversibleCents: 300 })).toBe(100);
  expect(reversalCentsMax({ openDebtCents: 0, reversibleCents: -5 })).toBe(0);
});

test("an amount claimed by a reversal is not available to others", () => {
  const debt = { debtCents: 950, recoveredCents: 100, writtenOffCents: 50, claimedCents: 300 };
  expect(openDebtCents(debt)).toBe(500);
});

test("steps about money say why; evidence speaks for itself", () => {
  expect(stepBody.safeParse({ step: "write_off" }).success).toBe(false);
  expect(stepBody.safeParse({ step: "accept_loss", reason: " " }).success).toBe(false);
  expect(stepBody.safeParse({ step: "submit_evidence" }).success).toBe(true);
  expect(stepBody.safeParse({ step: "write_off", reason: "Gone." }).success).toBe(true);
});

test("evidence has a limit for each text, and one for all", () => {
  const texts = (chars: number) => ({ uncategorized_text: "x".repeat(chars) });
  expect(evidenceBody.safeParse(texts(20_000)).success).toBe(true);
  expect(evidenceBody.safeParse(texts(20_001)).success).toBe(false);
});
