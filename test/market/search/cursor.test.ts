/** The order of search results, and the cursors of their pages. */
import { describe, expect, test } from "bun:test";
import { decodeCursor, encodeCursor } from "../../../market/search/cursor.ts";
import { chooseSort } from "../../../market/search/rules.ts";

describe("sorts and cursors", () => {
  test("relevance with words, else newest; the minus reverses", () => {
    expect(chooseSort({ query: "x" })).toEqual({ by: "relevance", reversed: false });
    expect(chooseSort({})).toEqual({ by: "newest", reversed: false });
    expect(chooseSort({ sort: "-price" })).toEqual({ by: "price", reversed: true });
  });

  const walk = {
    isPartial: true,
    startedAt: new Date("2026-11-22T12:00:00.123Z"),
    terms: [
      { weight: 951, holding: "rare" as const },
      { weight: 20, holding: "unknown" as const },
    ],
    corrections: { penguns: "penguins" },
    reading: "plain" as const,
  };
  const id = "0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b";

  test("a cursor comes back as it was, and nothing else is taken for one", () => {
    const cursor = { sort: "price", value: "1999", id, walk: null };
    expect(decodeCursor(encodeCursor(cursor), "price")).toEqual(cursor);
    expect(decodeCursor(encodeCursor({ ...cursor, walk }), "price")).toEqual({ ...cursor, walk });
    for (const bad of ["", "x", "W10", encodeCursor({ ...cursor, value: "1; drop" })]) {
      expect(() => decodeCursor(bad, "price")).toThrow("not a valid cursor");
    }
    expect(() => decodeCursor(encodeCursor(cursor), "newest")).toThrow();
  });

  test("a cursor of before there were walks is read", () => {
    const old = Buffer.from(JSON.stringify(["price", "1999", id])).toString("base64url");
    expect(decodeCursor(old, "price")).toEqual({ sort: "price", value: "1999", id, walk: null });
  });
});
