/** Which rows and values a sample shows. */
import { afterAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pl from "nodejs-polars";
import { SAMPLE_BYTES_MAX } from "../../../market/profile/rules.ts";
import {
  generated,
  makeFolder,
  profileBytes,
  profileFile,
  VEGA,
} from "../support/dataset-files.ts";
import { connectDuckDb, relationOf } from "../support/duckdb.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

const sha = (text: string): string => createHash("sha256").update(text).digest("hex");
const numbered = (rows: number): string =>
  `id\n${Array.from({ length: rows }, (_, i) => `${i}\n`).join("")}`;

describe("the sample", () => {
  test("is the same for the same rows, whatever file they are in and in whatever order", async () => {
    const first = generated(await profileBytes(folder.path, numbered(5000), { hint: "csv" }));
    const lines = Array.from({ length: 5000 }, (_, i) => `"${4999 - i}"\r\n`).join("");
    const options = { hint: "csv", sha256: sha("other"), limits: { chunkBytes: 900 } };
    const { sample } = generated(await profileBytes(folder.path, `id\r\n${lines}`, options));
    expect(sample.rows).toEqual(first.sample.rows.toReversed());
    expect(sample.sampling).toEqual(first.sample.sampling);
  });

  test("has each of the repeated rows of a large file once, and all rows of a small one", async () => {
    const lines = Array.from({ length: 3000 }, (_, i) => `${(i * 7) % 150},x\n`);
    const large = await profileBytes(folder.path, `id,x\n${lines.join("")}`, { hint: "csv" });
    const drawn = generated(large).sample.rows.map((row) => row[0]);
    expect(drawn).toHaveLength(100);
    expect(new Set(drawn).size).toBe(100);
    const small = `id,x\n${"1,x\n2,x\n1,x\n".repeat(20)}`;
    const { sample } = generated(await profileBytes(folder.path, small, { hint: "csv" }));
    expect(sample.rows.map((row) => row[0])).toEqual(Array(20).fill([1, 2, 1]).flat());
    expect(sample.sampling.method).toBe("all_rows");
  });

  test("says that a cell is cut, though no more is held of it than could be shown", async () => {
    const long = "word ".repeat(20_000);
    const parts = Array.from({ length: 20_000 }, (_, i) => i);
    const lines = [1, 2].map((id) => JSON.stringify({ id, long: `${id} ${long}`, parts }));
    const report = generated(
      await profileBytes(folder.path, `${lines.join("\n")}\n`, { hint: "jsonl" }),
    );
    const { rows, sampling } = report.sample;
    expect(rows.map((row) => row[0])).toEqual([1, 2]);
    for (const [id, text, shown] of rows) {
      expect(text).toBe(`${id} ${long}`.slice(0, 500).concat("…"));
      expect(shown).toBeNull();
    }
    expect(sampling.truncated_cells).toBe(4);
    const column = report.profile.columns.find(({ name }) => name === "long");
    expect(column?.length).toEqual({ min: 100_002, max: 100_002, mean: 100_002 });
  });

  const idsFrom = (first: number) => Array.from({ length: 2000 }, (_, i) => first + i);
  const parquet = (first: number): Uint8Array => {
    const path = join(folder.path, "numbered.parquet");
    pl.DataFrame({ id: idsFrom(first) }).writeParquet(path);
    return new Uint8Array(readFileSync(path));
  };
  const csv = (first: number) => `id\n${idsFrom(first).join("\n")}\n`;
  const jsonl = (first: number) =>
    idsFrom(first)
      .map((id) => JSON.stringify({ id }))
      .join("\n");
  type Write = (first: number) => string | Uint8Array;
  const layouts: [name: string, write: Write, chunkBytes: number][] = [
    ["csv in one chunk", csv, 16_000_000],
    ["csv in many chunks", csv, 700],
    ["jsonl in some chunks", jsonl, 20_000],
    ["parquet in slices", parquet, 1000],
  ];
  test.each(layouts)(
    "is drawn from the whole file, uniformly: %s",
    async (_, write, chunkBytes) => {
      const rows = 2000;
      const tenths = new Array<number>(10).fill(0);
      const draws = 60;
      for (let draw = 0; draw < draws; draw++) {
        const content = write(draw * rows);
        const options = { limits: { chunkBytes } };
        const { sample } = generated(await profileBytes(folder.path, content, options));
        expect(sample.rows.length).toBe(100);
        const drawn = sample.rows.map((row) => Number(row[0]) - draw * rows);
        expect(new Set(drawn).size).toBe(100);
        expect(drawn).toEqual(drawn.toSorted((a, b) => a - b));
        for (const id of drawn) {
          const tenth = Math.floor((id * 10) / rows);
          tenths[tenth] = (tenths[tenth] ?? 0) + 1;
        }
      }
      // Chi-squared with 9 degrees of freedom stays below 33.7 in 9,999 of 10,000 cases, and the
      // rows are fixed.
      const expected = (100 * draws) / 10;
      const chi = tenths.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
      expect(chi).toBeLessThan(33.7);
    },
    30_000,
  );

  test("holds rows that exist in the file, in file order", async () => {
    const filePath = join(VEGA, "birdstrikes.csv");
    const { sample, profile } = generated(await profileFile(folder.path, filePath));
    expect(sample.sampling).toMatchObject({ method: "uniform", rows_total: 10_000 });
    const connection = await connectDuckDb();
    const relation = relationOf(filePath, profile);
    for (const row of sample.rows) {
      const where = sample.columns.map(({ name }, i) => {
        const value = row[i];
        if (value === null) return `NULLIF("${name}", '') IS NULL`;
        return `"${name}" = '${String(value).replaceAll("'", "''")}'`;
      });
      const sql = `SELECT count(*) AS n FROM ${relation} WHERE ${where.join(" AND ")}`;
      const [found] = (await connection.runAndReadAll(sql)).getRowObjects();
      expect(Number(found?.n)).toBeGreaterThan(0);
    }
    connection.closeSync();
  }, 30_000);

  test("is all rows of a small free file", async () => {
    const { sample } = generated(await profileBytes(folder.path, numbered(100), { hint: "csv" }));
    expect(sample.sampling.method).toBe("all_rows");
    expect(sample.rows.map((row) => row[0])).toEqual(Array.from({ length: 100 }, (_, i) => i));
  });

  test.each([
    [9, 0],
    [20, 1],
    [500, 3],
    [3000, 28],
    [50_000, 100],
  ])("of a paid file with %i rows has %i rows", async (rows, shown) => {
    const options = { hint: "csv", paid: true };
    const { sample } = generated(await profileBytes(folder.path, numbered(rows), options));
    expect(sample.rows.length).toBe(shown);
    expect(sample.sampling.rows_total).toBe(rows);
  });

  test("cuts long cells, counts them and keeps within its size", async () => {
    const long = "ä".repeat(30_000);
    const content = `id,text\n${Array.from({ length: 300 }, (_, i) => `${i},${long}\n`).join("")}`;
    const { sample } = generated(await profileBytes(folder.path, content));
    expect(Buffer.byteLength(JSON.stringify(sample))).toBeLessThanOrEqual(SAMPLE_BYTES_MAX + 1000);
    expect(sample.rows.length).toBeGreaterThanOrEqual(100);
    expect(sample.sampling.truncated_cells).toBe(sample.rows.length);
    expect(sample.rows.every((row) => /^ä+…$/.test(String(row[1])))).toBe(true);
  });

  test("of a very wide table shows few rows rather than more bytes", async () => {
    const names = Array.from({ length: 4000 }, (_, i) => `column_${i}`).join(",");
    const row = Array.from({ length: 4000 }, (_, i) => `value ${i}`).join(",");
    const content = `${names}\n${`${row}\n`.repeat(30)}`;
    const { sample, profile } = generated(await profileBytes(folder.path, content));
    expect(profile.column_count).toBe(4000);
    expect(profile.duplicates.rows).toBe(29);
    expect(sample.rows.length).toBeGreaterThanOrEqual(1);
    expect(Buffer.byteLength(JSON.stringify(sample.rows))).toBeLessThanOrEqual(SAMPLE_BYTES_MAX);
  }, 30_000);
});

describe("personal data", () => {
  const people = Array.from({ length: 200 }, (_, i) => ({
    id: i,
    contact: i % 4 === 3 ? null : `user${i}@example.org`,
    phone: `+49 30 ${1_000_000 + i}`,
    card: "4111 1111 1111 1111",
    account: "DE89 3704 0044 0532 0130 00",
    address: `81.2.69.${i % 256}`,
    ssn: `123-45-${1000 + i}`,
    note: i === 150 ? "ask bob@example.com about it" : "nothing",
    number: 1_000_000_000_000_000 + i,
    version: "1.2.3",
  }));
  const content = people.map((row) => JSON.stringify(row)).join("\n");

  test("is found and counted over the whole file", async () => {
    const { profile } = generated(await profileBytes(folder.path, content));
    const found = profile.columns.map((column) => [
      column.name,
      column.pii.map((finding) => [finding.kind, finding.count]),
    ]);
    expect(found).toEqual([
      ["id", []],
      ["contact", [["email", 150]]],
      ["phone", [["phone", 200]]],
      ["card", [["payment_card", 200]]],
      ["account", [["iban", 200]]],
      ["address", [["ip_address", 200]]],
      ["ssn", [["us_ssn", 200]]],
      ["note", [["email", 1]]],
      ["number", []],
      ["version", []],
    ]);
    const semantic = profile.columns.slice(1, 7).map((column) => column.semantic_type);
    const kinds = ["email", "phone", "payment_card", "iban", "ip_address", "us_ssn"];
    expect(semantic).toEqual(kinds as typeof semantic);
  });

  test("is looked for in texts whose square no time-out would bear", async () => {
    const length = 1_000_000;
    const texts = ["x".repeat(length), "a@".repeat(length / 2), `b@${"c.".repeat(length / 2)}`];
    const content = texts.map((text) => JSON.stringify({ text })).join("\n");
    const { profile } = generated(await profileBytes(folder.path, content));
    expect(profile.columns[0]?.pii).toEqual([]);
  });

  test("of a paid file appears nowhere in sample and profile; a free one shows it", async () => {
    const paid = await profileBytes(folder.path, content, { paid: true });
    const text = JSON.stringify(paid);
    for (const secret of ["@example", "+49 30", "4111", "DE89", "81.2.69", "123-45"]) {
      expect(text).not.toContain(secret);
    }
    const { sample } = generated(paid);
    const contacts = sample.rows.map((row) => row[1]);
    expect(new Set(contacts)).toEqual(
      new Set(contacts.includes(null) ? ["[hidden: email]", null] : ["[hidden: email]"]),
    );
    expect(sample.rows[0]?.[9]).toBe("1.2.3");
    const free = JSON.stringify(await profileBytes(folder.path, content));
    expect(free).toContain("@example.org");
  });
});
