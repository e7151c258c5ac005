/** A query process that answers from the contract itself, fails as often as the bank, and can die. */
import { ACCEPTANCE_CHECKS_MAX } from "../../market/acceptance/limits.ts";
import type { Queries } from "../../platform/query/port.ts";
import type { Random } from "./random.ts";

/** Rows of every file. */
const rowsFound = 7;

const brokenQuery = "SELECT broken FROM {object}";

const rowCount = (mustBe: number) => ({ metric: "rowCount", mustBe });

/** A contract that passes, fails, or that nobody can evaluate. */
export function drawContract(random: Random) {
  const { check } = random.weighted([
    { weight: 5, check: rowCount(rowsFound) },
    { weight: 3, check: rowCount(rowsFound + 1) },
    { weight: 2, check: { query: brokenQuery, mustBe: 1 } },
  ]);
  const extra = random.happens(30) ? random.between(1, ACCEPTANCE_CHECKS_MAX - 1) : 0;
  const quality = [...Array.from({ length: extra }, () => rowCount(rowsFound)), check];
  return { schema: [{ quality }] };
}

export function openInspector(random: Random, beforeAnswer: () => Promise<void>): Queries {
  const answer = (body: object) =>
    ({ kind: "answered", body: new TextEncoder().encode(JSON.stringify(body)) }) as const;
  return {
    async run({ mode, query }) {
      await beforeAnswer();
      if (mode === "plan") return answer({ rows: [] });
      if (random.happens(15)) return { kind: "failed", reason: "It is down." };
      const isBroken = JSON.stringify(query).includes("broken");
      if (!isBroken) return answer({ rows: [[rowsFound]] });
      return { kind: "refused", refusal: { code: "query_failed", detail: "It is broken." } };
    },
  };
}
