/** The fast reader of flat JSON lines gives the same as JSON.parse. */
import { afterAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { DEFAULT_LIMITS } from "../../../dataset/base/limits.ts";
import { readsNoCells } from "../../../dataset/base/table.ts";
import { FlatRewriter } from "../../../dataset/read/json/lines/flat-rewriter.ts";
import { readJsonLines } from "../../../dataset/read/json/lines/read-lines.ts";
import type { Profile } from "../../../market/profile/schemas.ts";
import { expectSameFigures } from "../support/compare-profiles.ts";
import { generated, makeFolder, profileBytes } from "../support/dataset-files.ts";

/**
 * Polars parses flat JSON lines after rewriting them; JavaScript parses an array of the same
 * records. Both must give the same profile and sample.
 */

/** Ends a hanging test; a busy machine may need minutes. */
const propertyMs = 300_000;

const folder = makeFolder();
afterAll(() => folder.remove());

type Chunks = { chunkBytes?: number };

type Shown = { figures: Partial<Profile>; rows: unknown[][] } | { code: string };

/** Profile and sample of lines, or of an array of the same records. */
async function show(content: string, hint: string, limits: Chunks): Promise<Shown> {
  const sha256 = "ab".repeat(32);
  const report = await profileBytes(folder.path, content, { hint, limits, sha256 });
  if (report.outcome !== "generated") return { code: report.error.code };
  const { profile, sample } = generated(report);
  const { format, byte_size, ...figures } = profile;
  return { figures, rows: sample.rows };
}

async function expectSame(lines: readonly string[], limits: Chunks = {}): Promise<void> {
  const flat = await show(`${lines.join("\n")}\n`, "jsonl", limits);
  const parsed = await show(`[${lines.join(",")}]`, "json", limits);
  if ("code" in flat || "code" in parsed) {
    expect(flat).toEqual(parsed);
    return;
  }
  expect(flat.rows).toEqual(parsed.rows);
  expectSameFigures(flat.figures, parsed.figures);
}

const number = fc.oneof(
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  fc.bigInt({ min: -(2n ** 66n), max: 2n ** 66n }).map(String),
  fc.constantFrom("-0", "0.0", "1.50", "2e3", "1E-7", "1e400", "1.00000000000000000001"),
);
const text = fc
  .string({ unit: fc.constantFrom(...'ab "\\\n\r\t\u001f\u001eé😀,{}[]:/'), maxLength: 8 })
  .map((value) => JSON.stringify(value));
const escaped = fc.constantFrom('"\\u00e9\\/"', '"\\ud83d\\ude00"', '"\\ud83d"', '""', '"\\u001d"');
const boolean = fc.constantFrom("true", "false");
const blank = fc.constantFrom("", "", "", " ", "\t");
/** Objects and arrays with varied spacing, not always as `JSON.stringify` would print them. */
const nested: fc.Arbitrary<string> = fc
  .letrec<{ value: string; array: string; object: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.oneof(number, text, boolean, escaped, fc.constant("null")),
      tie("array"),
      tie("object"),
    ),
    array: fc
      .tuple(fc.array(tie("value"), { maxLength: 3 }), blank)
      .map(([values, space]) => `[${space}${values.join(`${space},${space}`)}${space}]`),
    object: fc
      .tuple(
        fc.uniqueArray(fc.constantFrom('"a"', '"b c"', '"7"', '"é"', '"__proto__"', '"q\\""'), {
          maxLength: 3,
        }),
        fc.array(tie("value"), { minLength: 3, maxLength: 3 }),
        blank,
      )
      .map(([keys, values, space]) => {
        const members = keys.map((key, i) => `${key}${space}:${space}${values[i]}`);
        return `{${space}${members.join(`${space},${space}`)}${space}}`;
      }),
  }))
  .value.filter((json) => /^[[{]/.test(json));
const object = nested.filter((json) => json.startsWith("{"));
const array = nested.filter((json) => json.startsWith("["));
const scalars = { number, text, boolean, escaped, mixed: fc.oneof(number, text, boolean) };
const KINDS = { ...scalars, object, array, any: fc.oneof(nested, text, number) };
type Kind = keyof typeof KINDS;
const ABSENT = "";

/** Lines of records with some of the keys and varied spacing. */
const lines: fc.Arbitrary<string[]> = fc
  .array(fc.constantFrom(...(Object.keys(KINDS) as Kind[])), { minLength: 1, maxLength: 5 })
  .chain((kinds) => {
    const cells = kinds.map((kind) =>
      fc.oneof(
        { weight: 12, arbitrary: KINDS[kind] },
        { weight: 2, arbitrary: fc.constantFrom("null", ABSENT) },
      ),
    );
    const space = fc.constantFrom("", " ", "\t ");
    const line = fc.tuple(fc.tuple(...cells), space).map(([values, between]) => {
      const members = values.flatMap((value, i) =>
        value === ABSENT ? [] : [`"${kinds[i]} ${i}"${between}:${between}${value}`],
      );
      return `{${members.join(`,${between}`)}}`;
    });
    return fc.array(line, { minLength: 1, maxLength: 60 });
  });

describe("flat JSON lines", () => {
  test(
    "give the profile that JSON.parse gives, whatever their values",
    async () => {
      await fc.assert(
        fc.asyncProperty(lines, async (given) => {
          await expectSame(given);
        }),
        { numRuns: 50 },
      );
    },
    propertyMs,
  );

  test(
    "give it in small blocks on a thread of their own, too",
    async () => {
      await fc.assert(
        fc.asyncProperty(lines, fc.integer({ min: 64, max: 700 }), async (given, chunkBytes) => {
          await expectSame(given, { chunkBytes });
        }),
        { numRuns: 20 },
      );
    },
    propertyMs,
  );

  test.each([
    ["text that ends in a carriage return", ['{"a":1,"b":"x\\r"}', '{"a":2,"b":"\\r"}']],
    ["empty text in all columns", ['{"a":"","b":""}', '{"a":"","b":""}']],
    ["one column", ['{"a":""}', '{"a":"x"}', '{"a":""}']],
    ["empty records", ['{"a":1,"b":2}', "{}", '{"a":3,"b":4}']],
    ["keys in another order", ['{"a":1,"b":2}', '{"b":3,"a":4}']],
    ["a key twice", ['{"a":1,"b":2}', '{"a":3,"a":4,"b":5}']],
    ["keys that look like two", ['{"a\\":1,\\"b":1,"c":2}', '{"a":1,"b":1,"c":2}']],
    ["keys like numbers", ['{"b":1,"2":2,"1":3}', '{"b":4,"2":5,"1":6}']],
    ["__proto__", ['{"a":1,"__proto__":2}', '{"a":3,"__proto__":4}']],
    [
      "a large integer with an exponent before one of many digits",
      ['{"a":1e+21}', '{"a":-9007199254740992}'],
    ],
    ["integers with an exponent beside a negative zero", ['{"a":2e3,"b":1}', '{"a":-0,"b":2}']],
    ["late nesting", ['{"a":1,"b":2}', '{"a":1,"b":2}', '{"a":{"x":[1]},"b":2}']],
    ["spaces around", ['{"a":1,"b":2}', ' { "a" : 3 , "b" : 4 } ', '{"a":5,"b":6}\r']],
  ])("are read alike in one block and line by line: %s", async (_, given) => {
    const warm = Array.from({ length: 40 }, () => given[0] as string);
    await expectSame([...warm, ...given]);
    await expectSame([...warm, ...given], { chunkBytes: 64 });
  });

  test("are refused like any other JSON when they are none", async () => {
    const good = Array.from({ length: 200 }, (_, i) => `{"a":${i},"b":"x"}`);
    const wrong = ['{"a":01,"b":"x"}', '{"a":1.,"b":"x"}', '{"a":-,"b":"x"}', '{"a":1e,"b":"x"}'];
    wrong.push('{"a":1,"b":"x"', '{"a":1 "b":"x"}', '{"a":1,"b":"\t"}', '{"a":1,"b":"x"}}');
    wrong.push('{"a":1,"b":"x",}', '{"a":tru,"b":"x"}', '{"a":1,"b":"\\x"}', '{"a":1,,"b":"x"}');
    for (const line of wrong) {
      for (const chunkBytes of [64, 1_000_000]) {
        const content = [...good, line, ...good].join("\n");
        const report = await profileBytes(folder.path, content, { limits: { chunkBytes } });
        const detail = report.outcome === "no_sample" ? report.error.detail : line;
        expect(detail).toContain("Line 201 is not valid JSON");
      }
    }
  });

  test("end with an error, not in silence, when their file is gone", async () => {
    const limits = { ...DEFAULT_LIMITS, chunkBytes: 1000 };
    const encoding = { name: "utf-8", bomBytes: 0, carriageReturnOnly: false };
    const filePath = join(folder.path, "gone.jsonl");
    const blocks = readJsonLines({ filePath, byteSize: 1_000_000, encoding, limits }, readsNoCells);
    await expect(blocks.next()).rejects.toThrow("ENOENT");
  });

  test("can be left before their end", async () => {
    const filePath = join(folder.path, "left.jsonl");
    const lines = Array.from({ length: 50_000 }, (_, i) => `{"a":${i},"b":"x"}\n`);
    writeFileSync(filePath, lines.join(""));
    const limits = { ...DEFAULT_LIMITS, chunkBytes: 1000 };
    const encoding = { name: "utf-8", bomBytes: 0, carriageReturnOnly: false };
    const blocks = readJsonLines({ filePath, byteSize: 1_000_000, encoding, limits }, readsNoCells);
    expect((await blocks.next()).done).toBe(false);
    expect((await blocks.return(undefined)).done).toBe(true);
  });

  test("are rewritten, so that the fast way is the one tested", () => {
    const rewriter = new FlatRewriter(1000, { rowBytesMax: 1000, jsonDepthMax: 3 });
    const block = Buffer.from('{"a":1,"b":"x","c":null}\n{"a":2.5,"c":true}\n');
    const found = rewriter.rewrite(block);
    expect(found?.bytes.toString()).toBe("1\x1fx\x1f\x1d\x1e2.5\x1f\x1d\x1ftrue\x1e");
    expect(found?.facts).toEqual({
      columns: [
        { key: "a", rank: 0, kinds: 3, values: 2 },
        { key: "b", rank: 1, kinds: 8, values: 1 },
        { key: "c", rank: 2, kinds: 4, values: 1 },
      ],
      rows: 2,
      lines: 2,
    });
  });

  test("keep nested values as JSON, without its blanks, up to the depth that is allowed", () => {
    const rewriter = new FlatRewriter(1000, { rowBytesMax: 1000, jsonDepthMax: 3 });
    const line = (nested: string): Buffer => Buffer.from(`{"a":${nested},"b":1}\n`);
    const written = (nested: string) =>
      rewriter.rewrite(line(nested))?.bytes.toString().split("\x1f")[0];
    const kept = ['{"x":[1,-2.5]}', '["\\n",true,null,{}]', "[]", "{}", "[0.000001]", "[-0.5]"];
    for (const nested of kept) expect(written(nested)).toBe(nested);
    expect(written('{ "x" : [ 1 ,\t2 ] }')).toBe('{"x":[1,2]}');
    expect(written('{"b":1.50,"2":"\\u0041"}')).toBe('{"2":"A","b":1.5}');
    expect(written('{"x":[12345678901234567890]}')).toBeUndefined();
    expect(written('{"x":[[1]]}')).toBeUndefined();
    const broken = [
      '{"x":1,}',
      "[1,]",
      "[1 2]",
      '{"x"}',
      '{"x":}',
      "[01]",
      "[1.]",
      "[tru]",
      "[nan]",
    ];
    for (const nested of broken) expect(written(nested)).toBeUndefined();
  });
});
