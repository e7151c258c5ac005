/** Figures merged from chunks equal those of the whole. */
import { afterAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Profile, Sample } from "../../../market/profile/schemas.ts";
import { expectSameFigures } from "../support/compare-profiles.ts";
import { generated, makeFolder, profileBytes } from "../support/dataset-files.ts";

/** Ends a hanging test; a busy machine may need minutes. */
const propertyMs = 300_000;

const folder = makeFolder();
afterAll(() => folder.remove());

const repeated = (values: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...values);
const often = (cell: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof({ weight: 5, arbitrary: cell }, { weight: 1, arbitrary: fc.constant("") });

/** Cells of the kinds whose types need the whole file, with missing values among them. */
const KINDS = {
  integer: fc.integer({ min: -1000, max: 1000 }).map(String),
  hugeInteger: fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }).map(String),
  decimal: fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => value.toFixed(3)),
  category: repeated(["red", "green", "blue", "grey", "zürich"]),
  text: fc.string({ unit: fc.constantFrom("a", "b", " ", "é", '"', ",", "\n"), maxLength: 9 }),
  boolean: repeated(["true", "false"]),
  date: fc.integer({ min: 0, max: 9000 }).map((day) => isoDay(day)),
  datetime: fc.integer({ min: 0, max: 9000 }).map((day) => `${isoDay(day)} 10:20:30`),
  code: fc.integer({ min: 0, max: 99_999 }).map((value) => String(value).padStart(5, "0")),
  token: repeated(["NA", "1", "2", "3"]),
  email: fc.integer({ min: 0, max: 500 }).map((value) => `user${value}@example.org`),
  lateFraction: repeated(["1", "2", "3", "4.5"]),
} as const;

function isoDay(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

type Table = { columns: string[]; rows: string[][] };

const table: fc.Arbitrary<Table> = fc
  .array(fc.constantFrom(...(Object.keys(KINDS) as (keyof typeof KINDS)[])), {
    minLength: 1,
    maxLength: 6,
  })
  .chain((columns) =>
    fc.record({
      columns: fc.constant([...columns]),
      rows: fc.array(fc.tuple(...columns.map((kind) => often(KINDS[kind]))), {
        minLength: 1,
        maxLength: 150,
      }),
    }),
  );

const quote = (cell: string): string =>
  /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

function toCsv({ columns, rows }: Table): string {
  const header = ["row", ...columns.map((kind, i) => `${kind}_${i}`)].join(",");
  const lines = rows.map((row, i) => [`r${i}`, ...row.map(quote)].join(","));
  return `${[header, ...lines].join("\n")}\n`;
}

function toJsonLines({ columns, rows }: Table): string {
  const typed = (cell: string): unknown => (/^-?\d{1,9}$/.test(cell) ? Number(cell) : cell);
  return rows
    .map((row, i) => {
      const cells = columns.flatMap((kind, at) => {
        const cell = row[at] ?? "";
        return cell === "" ? [] : [[`${kind}_${at}`, typed(cell)]];
      });
      return `${JSON.stringify(Object.fromEntries([["row", i], ...cells]))}\n`;
    })
    .join("");
}

async function profileInChunks(
  content: string,
  hint: string,
  chunkBytes: number,
): Promise<{ profile: Profile; sample: Sample }> {
  const sha256 = "5eed".repeat(16);
  const report = await profileBytes(folder.path, content, { hint, limits: { chunkBytes }, sha256 });
  return generated(report);
}

describe("merged chunks", () => {
  for (const [hint, print] of [
    ["csv", toCsv],
    ["jsonl", toJsonLines],
  ] as const) {
    test(
      `of random ${hint} tables give the profile and the sample of one chunk`,
      async () => {
        await fc.assert(
          fc.asyncProperty(
            table,
            fc.integer({ min: 40, max: 3000 }),
            async (random, chunkBytes) => {
              const content = print(random);
              const whole = await profileInChunks(content, hint, 16_000_000);
              const merged = await profileInChunks(content, hint, chunkBytes);
              expectSameFigures(merged.profile, whole.profile);
              expect(merged.sample).toEqual(whole.sample);
            },
          ),
          { numRuns: 60 },
        );
      },
      propertyMs,
    );
  }

  test(
    "keep distinct counts, top values and quantiles the same beyond the size of the sketches",
    async () => {
      const rows = Array.from({ length: 400_000 }, (_, i) => {
        const mixed = (i * 2_654_435_761) % 1_000_003;
        const skewed = mixed % 5 > 0 ? `often ${mixed % 12}` : `value ${mixed}`;
        return `${i},${mixed},${mixed % 5000},${skewed},${mixed % 90_001}`;
      });
      const content = `id,mixed,few,skewed,many\n${rows.join("\n")}\n`;
      const whole = await profileInChunks(content, "csv", 64_000_000);
      const merged = await profileInChunks(content, "csv", 1_000_000);
      expectSameFigures(merged.profile, whole.profile);
      expect(merged.sample).toEqual(whole.sample);
      const skewed = merged.profile.columns[3];
      const exact = new Map<string, number>();
      for (const row of rows) {
        const value = row.split(",")[3] ?? "";
        exact.set(value, (exact.get(value) ?? 0) + 1);
      }
      expect(skewed?.top_values_method).toBe("lower_bound");
      expect(skewed?.top_values).toHaveLength(10);
      for (const { value, count } of skewed?.top_values ?? []) {
        const truth = exact.get(String(value)) ?? 0;
        expect(String(value)).toStartWith("often");
        expect(count).toBeLessThanOrEqual(truth);
        expect(count).toBeGreaterThanOrEqual(truth - (skewed?.top_values_error ?? 0));
      }
      const few = merged.profile.columns[2];
      expect([few?.top_values_method, few?.distinct_count]).toEqual(["exact", 5000]);
    },
    propertyMs,
  );
});
