/**
 * Whether a request's words and meaning lead to its tool before any other. No model chooses here:
 * these tests only check that descriptions do not mislead.
 */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { loadModel } from "../../../workers/embeddings/model.ts";
import { digestOfTexts, openMeaning } from "./by-meaning.ts";
import { toolsByWords } from "./by-words.ts";
import { readMeasured } from "./measured.ts";
import { requestSets, type SetName, setNames } from "./tables.ts";

/** Embedding is slow on a busy machine. */
setDefaultTimeout(30_000);

/**
 * The number of requests, and the minimum number for which the right tool ranks first; raise it
 * when more do.
 */
const floors: Record<SetName, { requests: number; byWords: number; byMeaning: number }> = {
  own: { requests: 124, byWords: 124, byMeaning: 124 },
  others: { requests: 35, byWords: 35, byMeaning: 33 },
  worded: { requests: 51, byWords: 38, byMeaning: 43 },
  kept: { requests: 56, byWords: 28, byMeaning: 35 },
};

const measured = readMeasured();

describe("by its words", () => {
  test.each(["own", "others"] as const)("each request of %s leads to its tool", (set) => {
    const misled = requestSets[set]
      .map(({ request, tool }) => ({ request, tool, first: toolsByWords(request)[0] }))
      .filter(({ tool, first }) => tool !== first);
    expect(misled).toEqual([]);
  });

  test.each(setNames)("as many as before of %s do", (set) => {
    const asked = requestSets[set];
    const right = asked.filter(({ request, tool }) => toolsByWords(request)[0] === tool);
    expect(asked.length).toBeGreaterThanOrEqual(floors[set].requests);
    expect(right.length).toBeGreaterThanOrEqual(floors[set].byWords);
  });
});

describe("by its meaning", () => {
  test("what was measured is what there is: else `bun test/mcp/requests/measure.ts`", () => {
    expect(measured.digest).toBe(digestOfTexts);
    const asked = setNames.flatMap((set) =>
      requestSets[set].map(({ request, tool }) => ({ set, tool, request })),
    );
    expect(measured.rows.map(({ set, tool, request }) => ({ set, tool, request }))).toEqual(asked);
  });

  test.each(setNames)("as many as before of %s lead to their tool", (set) => {
    const right = measured.rows.filter((row) => row.set === set && row.found[0] === row.tool);
    expect(right.length).toBeGreaterThanOrEqual(floors[set].byMeaning);
  });

  test("the model says so: one of each set is asked again, between the two that were nearest", async () => {
    const nearest = openMeaning(await loadModel());
    for (const set of setNames) {
      const row = measured.rows.find((one) => one.set === set);
      const two = row?.found.slice(0, 2) ?? [];
      const near = await nearest(row?.request ?? "", two);
      expect(near.map(({ tool }) => tool)).toEqual(two);
      expect(near[0]?.score).toBeCloseTo(row?.score ?? 0, 3);
    }
  });
});
