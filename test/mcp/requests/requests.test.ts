/** Whether a request leads to its tool: by the judgement of a language model, and by `find_tools`. */
import { describe, expect, test } from "bun:test";
import { toolsByName } from "../../../mcp/tools.ts";
import { rankedWithin } from "./by-words.ts";
import { judgedPicks, requestSets, type SetName, setNames } from "./tables.ts";

/** The share of kept requests for which the model has to pick the right tool first. */
const RIGHT_SHARE_MIN = 64 / 66;

/** The minimum number of requests whose tool `find_tools` returns with its schema; raise it when more are. */
const floors: Record<SetName, number> = { own: 105, others: 31, worded: 48, kept: 34 };

describe("a language model that has only the list", () => {
  test("has judged every kept request, among the tools that there are", () => {
    const kept = requestSets.kept.map(({ request }) => request);
    expect([...judgedPicks.keys()].toSorted()).toEqual(kept.toSorted());
    expect([...judgedPicks.values()].filter((pick) => !toolsByName.has(pick))).toEqual([]);
  });

  test("picks the right tool first", () => {
    const right = requestSets.kept.filter(({ request, tool }) => judgedPicks.get(request) === tool);
    expect(right.length / requestSets.kept.length).toBeGreaterThanOrEqual(RIGHT_SHARE_MIN);
  });
});

test.each(setNames)("find_tools leads as many requests of %s to their tool as before", (set) => {
  expect(rankedWithin(set, 3)).toBeGreaterThanOrEqual(floors[set]);
});
