/** The scanner for the shape of JSON text, compared with a parser's result for the same text. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { jsonShapeExcess } from "../../../platform/json-shape.ts";
import { parseInSlices } from "../../../platform/json-slices.ts";

const plenty = { depthMax: 1000, keysMax: 100_000, elementsMax: 100_000 };

/** Quotes, backslashes and characters with a meaning outside strings, close together. */
const text = fc.string({
  unit: fc.constantFrom('"', "\\", "a", ",", ":", "[", "]", "{", "}", "é"),
});
const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    text,
    fc.integer(),
    fc.array(tie("value")),
    fc.dictionary(text, tie("value")),
  ),
}));

/** An empty array counts as one. */
function countOf(value: unknown): { keys: number; elements: number } {
  if (typeof value !== "object" || value === null) return { keys: 0, elements: 0 };
  const counts = Object.values(value).map(countOf);
  const of = (name: "keys" | "elements") => counts.reduce((sum, count) => sum + count[name], 0);
  if (Array.isArray(value)) {
    return { keys: of("keys"), elements: of("elements") + Math.max(1, value.length) };
  }
  return { keys: of("keys") + counts.length, elements: of("elements") };
}

test("members and items are counted as the parser finds them, whatever stands in strings", () => {
  fc.assert(
    fc.property(anyValue, (value) => {
      const bytes = new TextEncoder().encode(JSON.stringify(value));
      const { keys, elements } = countOf(JSON.parse(JSON.stringify(value)));
      const exact = { ...plenty, keysMax: keys, elementsMax: elements };
      expect(jsonShapeExcess(bytes, exact)).toBeNull();
      const [fewerKeys, fewerElements] = [keys - 1, elements - 1];
      if (keys > 0) expect(jsonShapeExcess(bytes, { ...exact, keysMax: fewerKeys })).toBe("keys");
      if (elements > 0) {
        expect(jsonShapeExcess(bytes, { ...exact, elementsMax: fewerElements })).toBe("elements");
      }
    }),
    { numRuns: 500 },
  );
});

test("an object is parsed in slices as at once", async () => {
  const folder = fc.record({ a: anyValue, files: fc.array(anyValue), b: anyValue });
  await fc.assert(
    fc.asyncProperty(folder, async (value) => {
      const json = JSON.stringify(value);
      const options = { member: "files", restBytesMax: json.length * 4, checkRest: () => {} };
      const parsed = await parseInSlices(new TextEncoder().encode(json), options);
      expect(parsed?.value).toEqual(JSON.parse(json));
    }),
    { numRuns: 300 },
  );
});
