/** The kernel's figures equal Polars': the same profiles, samples and sketches. */
import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import fc from "fast-check";
import { makeFolder, profileBytes, profileFile } from "../support/dataset-files.ts";
import { type Draw, drawer, watchKernel } from "../support/kernel-profiles.ts";

const propertyMs = 300_000;
const folder = makeFolder();
afterAll(() => folder.remove());

const { expectSame, readAhead } = watchKernel();

const day = (draw: Draw): string => new Date(draw(30_000) * 86_400_000).toISOString().slice(0, 10);
const clock = (draw: Draw): string => new Date(draw(86_400_000)).toISOString().slice(11, 19);

/** Cells as in other people's tables. */
const kinds: Readonly<Record<string, (draw: Draw, row: number) => string>> = {
  id: (_, row) => String(row),
  negative: (draw) => String(draw(2000) - 1000),
  large: (draw) => `${draw(9) + 1}${String(draw(1e9)).padStart(9, "0")}${draw(1e8)}`.slice(0, 18),
  phone: (draw) => `4915${String(draw(1e9)).padStart(9, "0")}`,
  price: (draw) => (draw(1e7) / 100).toFixed(2),
  digits: (draw) => String(draw(1e9) / 7),
  exponent: (draw) => (draw(5) === 0 ? `${draw(100)}e-${draw(30)}` : String(draw(100) / 8)),
  plain: (draw) => [".5", "7.", "-0", "0.0", "-.25", "12"][draw(6)] ?? "",
  gaps: (draw) => (draw(3) === 0 ? "" : String(draw(50))),
  tokens: (draw) => (draw(4) === 0 ? (["NA", "n/a", "-", "…"][draw(4)] ?? "") : String(draw(500))),
  truth: (draw) => ["true", "false", "True", "FALSE", "", "NA"][draw(6)] ?? "",
  day,
  moment: (draw) => `${day(draw)} ${clock(draw)}`,
  fraction: (draw) => `${day(draw)}T${clock(draw)}.${draw(1000)}`,
  zoned: (draw) => `${day(draw)}T${clock(draw)}Z`,
  color: (draw) => ["red", "green", "blue", "zürich", "日本"][draw(5)] ?? "",
  email: (draw) => (draw(9) === 0 ? "logo@2x.png" : `user${draw(900)}@mail${draw(9)}.example.org`),
  address: (draw) => Array.from({ length: 4 }, () => draw(256)).join("."),
  machine: (draw) => `fe80::${draw(65_536).toString(16)}:${draw(65_536).toString(16)}`,
  card: (draw) => `4111 1111 1111 ${String(draw(1e4)).padStart(4, "0")}`,
  iban: (draw) => `DE${String(draw(100)).padStart(2, "0")}${String(draw(1e9)).padStart(18, "0")}`,
  hash: (draw) => Array.from({ length: 4 }, () => draw(2 ** 32).toString(16)).join(""),
  code: (draw) => String(draw(1e5)).padStart(5, "0"),
  mostly: (draw) => (draw(5) === 0 ? `x${draw(9)}` : String(draw(1e4) / 10)),
  worded: (draw) => ["NA", "-", "\\N", " ?", "\u00a0", "  ", "red", "blue", "…x"][draw(9)] ?? "",
  slips: (draw, row) => (row === 700 ? "unknown" : String(draw(500))),
  quoted: (draw) => ['say "hi"', "a, b", "two\nlines", "plain", '"'][draw(5)] ?? "",
  prose: (draw) => Array.from({ length: draw(30) }, () => `word${draw(40)}`).join(" "),
  long: (draw) => "lorem ipsum ".repeat(draw(60)),
  emptied: () => "",
};

type Plan = {
  names: string[];
  rows: number;
  seed: number;
  lineEnd: string;
  quoteAll: boolean;
  blocks: number;
};

function writeTable({ names, rows, seed, lineEnd, quoteAll }: Plan): string {
  const draw = drawer(seed);
  const quote = (cell: string): string =>
    quoteAll || /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  const lines = [`row,${names.map((name, i) => `${name}_${i}`).join(",")}`];
  for (let row = 0; row < rows; row++) {
    const cells = names.map((name) => quote(kinds[name]?.(draw, row) ?? ""));
    lines.push([`r${row % 977}`, ...cells].join(","));
  }
  return lines.map((line) => line + lineEnd).join("");
}

const plans: fc.Arbitrary<Plan> = fc.record({
  names: fc.array(fc.constantFrom(...Object.keys(kinds)), { minLength: 1, maxLength: 8 }),
  rows: fc.integer({ min: 1200, max: 4000 }),
  seed: fc.integer(),
  lineEnd: fc.constantFrom("\n", "\r\n"),
  quoteAll: fc.boolean(),
  // With many blocks the later ones come from a thread.
  blocks: fc.constantFrom(4, 14),
});

test(
  "random tables in chunks of a few hundred rows",
  async () => {
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        const csv = writeTable(plan);
        const limits = { chunkBytes: Math.max(2000, Math.ceil(csv.length / plan.blocks)) };
        taken += await expectSame(() => profileBytes(folder.path, csv, { hint: "csv", limits }));
      }),
      { numRuns: 12 },
    );
    expect(taken).toBeGreaterThan(0);
  },
  propertyMs,
);

test.each(Object.keys(kinds))("each kind of its own: %s", async (name) => {
  const plan = { names: [name], rows: 3000, seed: 7, lineEnd: "\n", quoteAll: false, blocks: 3 };
  const csv = writeTable(plan);
  const limits = { chunkBytes: Math.max(2000, Math.ceil(csv.length / 3)) };
  const taken = await expectSame(() => {
    return profileBytes(folder.path, csv, { hint: "csv", limits, paid: true });
  });
  expect(taken).toBeGreaterThan(0);
});

test.each(Object.keys(kinds))("each kind in a single block: %s", async (name) => {
  const plan = { names: [name], rows: 3000, seed: 11, lineEnd: "\n", quoteAll: false, blocks: 1 };
  const csv = writeTable(plan);
  const taken = await expectSame(() => profileBytes(folder.path, csv, { hint: "csv", paid: true }));
  expect(taken).toBe(1);
});

test(
  "random tables in a single block",
  async () => {
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        const csv = writeTable(plan);
        await expectSame(() => profileBytes(folder.path, csv, { hint: "csv" }));
      }),
      { numRuns: 12 },
    );
  },
  propertyMs,
);

const changes: readonly [title: string, early: string, late: string][] = [
  ["a fraction behind whole numbers", "12", "12.5"],
  ["a word behind numbers", "7", "seven"],
  ["a code behind numbers", "7", "007"],
  ["a day that is none", "2024-02-28", "2023-02-29"],
  ["another way to write a day", "2024-02-28", "28.02.2024"],
  ["a time among days", "2024-02-28", "2024-02-28T10:00:00"],
  ["hours of one digit", "2024-02-28 10:00:00", "2024-02-28 9:00:00"],
  ["a microsecond before 1970", "2024-02-28 10:00:00", "1969-02-28 10:00:00.123456"],
  ["more than a word of 64 bits", "7", "99999999999999999999"],
  ["a plus sign", "7", "+7"],
  ["blanks around", "7", " 7 "],
  ["infinity", "7.5", "inf"],
  ["a missing value only now", "7", "#N/A"],
  ["a value only now", "", "7"],
  ["a truth that is none", "true", "yes"],
];

describe.each([10_000_000, 20_000, 4000])(
  "what comes late, in chunks of %d bytes, changes nothing else:",
  (chunkBytes) => {
    test.each(changes)("%s", async (_, early, late) => {
      const rows = Array.from(
        { length: 6000 },
        (_, row) => `${row},${row === 4321 ? late : early}`,
      );
      const csv = `id,value\n${rows.join("\n")}\n`;
      await expectSame(() =>
        profileBytes(folder.path, csv, { hint: "csv", limits: { chunkBytes } }),
      );
    });
  },
);

test.each([30_000, 4000])("values that stay away for blocks of %d bytes", async (chunkBytes) => {
  const values = ["word", "7", "2.5", "true", "2024-02-28", "2024-02-28 10:00:00"];
  const rows = Array.from({ length: 9000 }, (_, row) => {
    const isThere = row < 2000 || row > 8000;
    return [row, ...values.map((value) => (isThere ? value : ""))].join(",");
  });
  const csv = `id,a,b,c,d,e,f\n${rows.join("\n")}\n`;
  await expectSame(() => profileBytes(folder.path, csv, { hint: "csv", limits: { chunkBytes } }));
});

const returnCells = ["\r", "x\r", "\r\r", "7\r", "\rx", '"x\r"', '"x"\r'];

test.each(returnCells)("a carriage return before a delimiter: %j", async (cell) => {
  const rows = Array.from({ length: 3000 }, (_, row) =>
    row % 1000 === 700 ? `${cell},TEXT` : `${row % 9},TEXT`,
  );
  const csv = `a,b\n${rows.join("\n")}\n`;
  for (const chunkBytes of [100_000, 3000]) {
    await expectSame(() => profileBytes(folder.path, csv, { hint: "csv", limits: { chunkBytes } }));
  }
});

const plainRows = (from: number, many: number): string =>
  Array.from({ length: many }, (_, i) => `${from + i},word ${(from + i) % 50}\n`).join("");

describe("the thread that reads ahead", () => {
  const limits = { chunkBytes: 8000, rowBytesMax: 6000 };
  const profile = (csv: string | Uint8Array) => () =>
    profileBytes(folder.path, csv, { hint: "csv", limits });

  test("reads the cells of all blocks behind the first", async () => {
    await profile(`id,text\n${plainRows(0, 9000)}`)();
    expect(readAhead()).toBeGreaterThan(10);
  });

  const faults: readonly [title: string, fault: string | Buffer][] = [
    ["a stray quote", '12,a 5" disk\n'],
    ["a blank line", "\n"],
    ["a row that is too long", `1,"${"x".repeat(7000)}"\n`],
    ["a quote that never closes", '1,"never closed\n'],
    ["bytes that are no UTF-8", Buffer.from([0x31, 0x2c, 0xe9, 0x0a])],
    ["a long text", `1,"${"lorem, ipsum ".repeat(300)}"\n`],
    ["rows that are too short and too long", "1\n2,a,b,c\n"],
  ];

  test.each(faults)("does as this one does: %s", async (_, fault) => {
    const head = Buffer.from(`id,text\n${plainRows(0, 6000)}`);
    const csv = Buffer.concat([head, Buffer.from(fault), Buffer.from(plainRows(6000, 3000))]);
    await expectSame(profile(csv));
  });
});

const packages = "../../../node_modules/vega-datasets/data";
const files = [
  "airports.csv",
  "seattle-weather.csv",
  "zipcodes.csv",
  "sp500-2000.csv",
  "weather.csv",
];

test.each(files)("a file that others wrote: %s", async (name) => {
  const path = join(import.meta.dirname, packages, name);
  const limits = { chunkBytes: 30_000 };
  await expectSame(() => profileFile(folder.path, path, { hint: "csv", limits }));
});
