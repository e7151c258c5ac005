/** What counts as personal data in a value. */
import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { passesLuhn } from "../../../../dataset/measure/personal/checks.ts";
import {
  classify,
  nestedGate,
  PiiCounts,
  shapeGate,
} from "../../../../dataset/measure/personal/counts.ts";
import { emailPattern } from "../../../../dataset/measure/personal/find-personal.ts";
import type { PiiKind } from "../../../../market/profile/schemas.ts";
import { generated, makeFolder, profileBytes, profileFile } from "../../support/dataset-files.ts";
import { connectDuckDb } from "../../support/duckdb.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

const values: [value: string, kind: PiiKind | null][] = [
  ["ann@example.org", "email"],
  ["write to ann.b+c@mail.example.co.uk now", "email"],
  ["ann@localhost", null],
  ["@example.org", null],
  ["info@example.org", null],
  ["press.office@museum.example.org", null],
  ["Mairie: mairie-berre@example.org", null],
  ["cscott@cscott.net", "email"],
  ["it.brown@example.org", "email"],
  ["maria.press@example.org", "email"],
  ["4111 1111 1111 1111", "payment_card"],
  ["4111-1111-1111-1111", "payment_card"],
  ["378282246310005", "payment_card"],
  ["2223003122003222", "payment_card"],
  ["4111111111111112", null],
  ["1234567812345670", null],
  ["DE89370400440532013000", "iban"],
  ["GB82 WEST 1234 5698 7654 32", "iban"],
  ["DE88370400440532013000", null],
  ["XX00NOTANIBANATALL0", null],
  ["81.2.69.142", "ip_address"],
  ["192.168.0.1", null],
  ["10.1.2.3", null],
  ["172.31.255.1", null],
  ["172.32.0.1", "ip_address"],
  ["127.0.0.1", null],
  ["100.64.0.9", null],
  ["203.0.113.77", null],
  ["255.255.255.256", null],
  ["1.2.3", null],
  ["2a01:4f8::8a2e:370:7334", "ip_address"],
  ["2a01:04f8:0000:0000:0000:8a2e:0370:7334", "ip_address"],
  ["::ffff:81.2.69.142", "ip_address"],
  ["::ffff:192.168.0.1", null],
  ["2001:db8::8a2e:370:7334", null],
  ["fe80::1", null],
  ["fd00:12::1", null],
  ["12:30:15", null],
  ["00:1b:44:11:3a:b7", null],
  ["1::2::3", null],
  ["123-45-6789", "us_ssn"],
  ["000-45-6789", null],
  ["923-45-6789", null],
  ["+49 30 1234567", "phone"],
  ["+1 (415) 555-2671", "phone"],
  ["(415) 555-2671", "phone"],
  ["1-800-555-0199", "phone"],
  ["2024-01-31", null],
  ["12345678", null],
];

describe("personal data in a value", () => {
  test.each(values)("%s is %s", (value, kind) => {
    expect(classify(value)).toBe(kind);
  });

  test("is let through by the gates that run over all values", () => {
    const [shape, email, nested] = [shapeGate, emailPattern, nestedGate].map(
      (pattern) => new RegExp(pattern),
    );
    for (const [value, kind] of values) {
      if (kind === null) continue;
      expect({ value, gate: (kind === "email" ? email : shape)?.test(value) }).toEqual({
        value,
        gate: true,
      });
      expect(nested?.test(JSON.stringify({ inner: [value] }))).toBe(true);
    }
  });
});

/** Appends the check digit that satisfies Luhn's check. */
function withCheckDigit(digits: string): string {
  const last = "0123456789".split("").find((digit) => passesLuhn(digits + digit));
  return `${digits}${last}`;
}

describe("personal data in integers", () => {
  const cards = Array.from({ length: 50 }, (_, i) => withCheckDigit(`41111111${1_000_000 + i}`));
  const ids = Array.from({ length: 50 }, (_, i) => String(7_000_000_000_000_000 + i * 13));
  const phones = Array.from({ length: 50 }, (_, i) => String(4_930_000_000 + i));

  test("cards are found by issuer and check digit, also where they are few", async () => {
    const content = `number,id\n${cards.map((card, i) => `${i < 20 ? card : ids[i]},${ids[i]}\n`).join("")}`;
    const { profile } = generated(await profileBytes(folder.path, content));
    expect(profile.columns.map((column) => column.type)).toEqual(["integer", "integer"]);
    expect(profile.columns[0]?.pii).toEqual([{ kind: "payment_card", count: 20, ratio: 0.4 }]);
    expect(profile.columns[1]?.pii).toEqual([]);
  });

  test("every card range passes with a correct check digit and fails with another", () => {
    for (const head of ["4", "51", "2221", "34", "37", "36", "305", "3530", "6011", "650"]) {
      const length = { 34: 15, 37: 15, 36: 14, 305: 14 }[head] ?? 16;
      const card = withCheckDigit(head.padEnd(length - 1, "2"));
      const wrong = card.slice(0, -1) + ((Number(card.slice(-1)) + 1) % 10);
      for (const [number, count] of [
        [card, 1],
        [wrong, 0],
      ] as const) {
        const counts = new PiiCounts();
        counts.addCards(Float64Array.of(Number(number)));
        expect({ number, found: counts.findings("n", 1).length }).toEqual({ number, found: count });
      }
    }
  });

  test.each([
    ["phone", "phone"],
    ["Mobile Number", "phone"],
    ["home_tel", "phone"],
    ["ssn", "us_ssn"],
    ["population", null],
    ["hotel", null],
    ["cellulose", null],
  ])("digits of a column named %s are %s", async (name, kind) => {
    const numbers = kind === "us_ssn" ? phones.map((_, i) => String(123_456_789 + i)) : phones;
    for (const quote of ["", '"']) {
      const lines = numbers.map((number) => `{"${name}": ${quote}${number}${quote}}`);
      const { profile } = generated(await profileBytes(folder.path, lines.join("\n")));
      const found = profile.columns[0]?.pii.map((finding) => [finding.kind, finding.count]);
      if (kind === "us_ssn" && quote === '"') continue;
      expect(found).toEqual(kind ? [[kind as PiiKind, 50]] : []);
    }
  });

  test("a paid file shows no figure of such a column, a free one all", async () => {
    const content = `card,amount\n${cards.map((card, i) => `${card},${i}\n`).join("")}`;
    const paid = generated(await profileBytes(folder.path, content, { paid: true }));
    expect(paid.profile.columns[0]).toMatchObject({
      semantic_type: "payment_card",
      min: null,
      max: null,
      mean: null,
      median: null,
      std: null,
      quantiles: null,
      histogram: null,
      top_values: null,
      distinct_count: 50,
    });
    expect(paid.profile.columns[1]).toMatchObject({ min: 0, max: 49 });
    expect(JSON.stringify(paid)).not.toContain("4111");
    expect(paid.sample.rows[0]?.[0]).toBe("[hidden: payment_card]");
    const free = generated(await profileBytes(folder.path, content));
    expect(free.profile.columns[0]).toMatchObject({ min: Number(cards.toSorted()[0]) });
  });
});

describe("personal data inside of other values", () => {
  const secrets = ["bob@example.com", "+49 30 7654321", "81.2.69.77", "DE89370400440532013000"];
  const rows = Array.from({ length: 300 }, (_, i) => ({
    id: i,
    contact: { name: "Bob", ways: [secrets[i % 4], { other: secrets[(i + 1) % 4] }] },
    list: i % 2 === 0 ? ["nothing"] : [secrets[1]],
    mixed: i % 3 === 0 ? i : { ip: secrets[2] },
    keys: { [`ann${i}@example.net`]: i },
    harmless: { size: "10 x 20", at: "2024-01-01" },
    // Too few telephone numbers to hide the whole column.
    note: i % 60 === 0 ? secrets[1] : `note ${i % 7}`,
  }));
  const content = rows.map((row) => JSON.stringify(row)).join("\n");

  test("is counted once a value and kind", async () => {
    const { profile } = generated(await profileBytes(folder.path, content));
    const found = Object.fromEntries(
      profile.columns.map((column) => [
        column.name,
        Object.fromEntries(column.pii.map((finding) => [finding.kind, finding.count])),
      ]),
    );
    expect(found).toEqual({
      id: {},
      contact: { email: 150, phone: 150, ip_address: 150, iban: 150 },
      list: { phone: 150 },
      mixed: { ip_address: 200 },
      keys: { email: 300 },
      harmless: {},
      note: { phone: 5 },
    });
  });

  test("is counted in the nested columns of Parquet too", async () => {
    const path = join(folder.path, "nested.parquet");
    const connection = await connectDuckDb();
    await connection.run(`COPY (SELECT {'mail': CASE WHEN i % 2 = 0 THEN 'bob' || i || '@example.org' END}
      AS person, ['+49 30 7654321', 'x'] AS list, [i, i + 1] AS numbers FROM range(40) r(i)) TO '${path}'`);
    connection.closeSync();
    const { profile, sample } = generated(await profileFile(folder.path, path, { paid: true }));
    expect(profile.columns.map((column) => column.pii)).toEqual([
      [{ kind: "email", count: 20, ratio: 0.5 }],
      [{ kind: "phone", count: 40, ratio: 1 }],
      [],
    ]);
    expect(sample.rows[0]?.slice(0, 2)).toEqual(["[hidden: email]", "[hidden: phone]"]);
  });

  test("of a paid file appears nowhere, not even a single value of a harmless column", async () => {
    const paid = await profileBytes(folder.path, content, { paid: true });
    const text = JSON.stringify(paid);
    for (const secret of [...secrets, "@example"]) expect(text).not.toContain(secret);
    expect(text).toContain("note 3");
    const free = JSON.stringify(await profileBytes(folder.path, content));
    for (const secret of secrets) expect(free).toContain(secret);
  });
});
