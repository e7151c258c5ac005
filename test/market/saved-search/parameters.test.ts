/** The size limits of a saved search. */
import { describe, expect, test } from "bun:test";
import { SAVED_SEARCH_PARAMETERS_BYTES_MAX } from "../../../market/saved-search/limits.ts";
import { savedSearchBody } from "../../../market/saved-search/schemas.ts";

/** A body with this many bytes of JSON, most of them this letter. */
function bodyOf(bytes: number, letter: string) {
  const left = bytes - Buffer.byteLength(JSON.stringify({ query: "" }));
  const size = Buffer.byteLength(letter);
  const query = letter.repeat(Math.floor(left / size)) + "x".repeat(left % size);
  return { name: "Long", parameters: { query } };
}

describe.each(["a", "\u00e9", "\u4e2d"])("parameters of many %s", (letter) => {
  test("are taken up to the limit in bytes, and not beyond", () => {
    const max = SAVED_SEARCH_PARAMETERS_BYTES_MAX;
    expect(savedSearchBody.safeParse(bodyOf(max, letter)).success).toBe(true);
    const { error } = savedSearchBody.safeParse(bodyOf(max + 1, letter));
    expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([
      [["parameters"], `has more than ${max} bytes as JSON`],
    ]);
  });
});
