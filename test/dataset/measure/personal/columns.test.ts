/**
 * Personal data in whole columns: national ids, secrets, running text, names, and harmless values.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { stdnum } from "stdnum";
import { findPersonal } from "../../../../dataset/measure/personal/find-personal.ts";
import type { Profile, ProfileAlert } from "../../../../market/profile/schemas.ts";
import { generated, makeFolder, profileBytes } from "../../support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

type Found = Record<string, [kind: string, count: number][]>;

function foundIn(profile: Profile): Found {
  return Object.fromEntries(
    profile.columns.map(({ name, pii }) => [name, pii.map(({ kind, count }) => [kind, count])]),
  );
}

async function profileRows(header: string, rows: readonly string[], paid = false) {
  return generated(await profileBytes(folder.path, `${header}\n${rows.join("\n")}\n`, { paid }));
}

/** Texts next to a number, because a file of one column is read as lines. */
async function profileTexts(texts: readonly string[], paid: boolean) {
  return await profileRows(
    "review,stars",
    texts.map((text, i) => `"${text}",${i % 5}`),
    paid,
  );
}

/** Numbers valid under the country's own rule, made from a seed of digits. */
function idsOf(country: string, scheme: string, make: (i: number) => string): string[] {
  const validator = stdnum[country]?.[scheme];
  const ids: string[] = [];
  for (let i = 0; ids.length < 40 && i < 400_000; i++) {
    const id = make(i);
    if (validator?.validate(id).isValid) ids.push(id);
  }
  return ids;
}

const padded = (i: number, digits: number): string => String(i).padStart(digits, "0");
const dated = (i: number): string => `85${padded(1 + (i % 12), 2)}${padded(1 + (i % 28), 2)}`;

/** More than ten countries, each in its usual notation. */
const national: [country: string, ids: string[]][] = [
  [
    "BR",
    idsOf("BR", "cpf", (i) => `529.982.${padded(i % 1000, 3)}-${padded(Math.floor(i / 1000), 2)}`),
  ],
  ["BR digits", idsOf("BR", "cpf", (i) => `52998${padded(i, 6)}`)],
  ["PL", idsOf("PL", "pesel", (i) => `${dated(i)}${padded(i % 99_999, 5)}`)],
  ["NO", idsOf("NO", "fodselsnummer", (i) => `1107${padded(i, 7)}`)],
  ["DE", idsOf("DE", "idnr", (i) => `36574${padded(i, 6)}`)],
  ["TR", idsOf("TR", "tckimlik", (i) => `17291${padded(i, 6)}`)],
  ["ZA", idsOf("ZA", "idnr", (i) => `${dated(i)}${padded(i % 10_000, 4)}08${i % 10}`)],
  ["SE", idsOf("SE", "personnummer", (i) => `${dated(i)}-${padded(i % 10_000, 4)}`)],
  [
    "FI",
    idsOf(
      "FI",
      "hetu",
      (i) => `131052-${padded(i % 1000, 3)}${"0123456789ABCDEFHJKLMNPRSTUVWXY"[i % 31]}`,
    ),
  ],
  [
    "ES",
    idsOf(
      "ES",
      "dni",
      (i) => `${padded(12_345_678 + Math.floor(i / 23), 8)}${"TRWAGMYFPDXBNJZSQVHLCKE"[i % 23]}`,
    ),
  ],
  [
    "IT",
    idsOf(
      "IT",
      "codicefiscale",
      (i) => `RSSMRA85T10A${padded(500 + (i % 400), 3)}${String.fromCharCode(65 + (i % 26))}`,
    ),
  ],
  [
    "CL",
    idsOf("CL", "rut", (i) => `12345${padded(Math.floor(i / 10) % 1000, 3)}-${i % 10}`).map(
      (id) => `12.345.${id.slice(5)}`,
    ),
  ],
  ["CH", idsOf("CH", "ssn", (i) => `756.9217.${padded(i % 10_000, 4)}.${padded(i % 100, 2)}`)],
  ["BE", idsOf("BE", "nn", (i) => `85.07.30-${padded(1 + (i % 900), 3)}.${padded(i % 97, 2)}`)],
  [
    "CN",
    idsOf(
      "CN",
      "ric",
      (i) => `110105194912${padded(1 + (i % 28), 2)}${padded(i % 1000, 3)}${"0123456789X"[i % 11]}`,
    ),
  ],
  ["IN", idsOf("IN", "aadhaar", (i) => `2341 2${padded(i % 1000, 3)} ${padded(i % 9999, 4)}`)],
];

describe("numbers by which a state knows its people", () => {
  test.each(national)("are found in a column of %s, and hidden in a paid file", async (_, ids) => {
    expect(ids.length).toBeGreaterThanOrEqual(20);
    const rows = ids.map((id, i) => `${id},${i}`);
    const { profile, sample } = await profileRows("number,n", rows, true);
    expect(foundIn(profile)).toEqual({ number: [["national_id", ids.length]], n: [] });
    expect(sample.rows[0]?.[0]).toBe("[hidden: national_id]");
    expect(JSON.stringify({ profile, sample })).not.toContain(ids[0] as string);
  });

  test("that pass one check in ten by chance are none", async () => {
    const rows = Array.from({ length: 200 }, (_, i) => {
      return [30_000_000_000 + i * 7919, 6_000_000_000_000 + i * 7919, 400_000_000 + i * 13].join(
        ",",
      );
    });
    const { profile } = await profileRows("order,article,account", rows);
    expect(foundIn(profile)).toEqual({ order: [], article: [], account: [] });
  });
});

/** Assembled here, so that secret scanners do not report this file. */
const letters = "AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEfGhIjKlMnOpQrSt";
const secrets: [what: string, secret: string][] = [
  ["a key of Amazon", `AKIA${"QWERTYUIOP123456"}`],
  ["a token of GitHub", `ghp_${letters.slice(0, 36)}`],
  ["a key of Stripe", `sk_live_${letters.slice(0, 24)}`],
  ["a key of Google", `AIza${letters.slice(0, 35)}`],
  ["a token of Slack", `xoxb-123456789012-${letters.slice(0, 12)}`],
  ["a private key", `-----BEGIN RSA ${"PRIVATE"} KEY-----`],
  ["a hash of bcrypt", `$2b$12$${letters.slice(0, 53)}`],
  ["a hash of argon2", `$argon2id$v=19$m=65536,t=3,p=4$${letters.slice(0, 22)}`],
  ["a hash of crypt", `$6$saltsalt$${letters}`],
  ["a web token", `eyJ${letters.slice(0, 20)}.eyJ${letters.slice(0, 20)}.${letters.slice(0, 20)}`],
  ["an address with a password", `postgres://shop:${"hunter22"}@db.example.org/shop`],
];

describe("secrets", () => {
  test.each(secrets)("%s is found inside of a text, as a whole", (_, secret) => {
    const text = `config=${secret} # as of May`;
    const spans = findPersonal(text).filter(({ kind }) => kind === "secret");
    expect(spans.length).toBe(1);
    expect(text.slice(spans[0]?.start, spans[0]?.end)).toContain(secret);
  });

  test("are hashes in a column of passwords, and elsewhere not", async () => {
    const hash = (i: number): string => padded(i * 7919, 8).repeat(4);
    const rows = Array.from({ length: 30 }, (_, i) => `${hash(i)},${hash(i)}`);
    const { profile } = await profileRows(
      "password,content_md5",
      rows.map((row) => row.replaceAll("1", "a")),
    );
    expect(foundIn(profile)).toEqual({ password: [["secret", 30]], content_md5: [] });
  });
});

describe("running text", () => {
  const plain = (i: number): string => `The room was clean and the staff kind, visit ${i % 40}.`;
  const rated = (rows: readonly string[]) =>
    profileRows(
      "review,stay",
      rows.map((text, i) => `"${text}",${i}`),
      true,
    );

  test("one address in 20,000 reviews is reported, and only its cell is masked", async () => {
    const rows = Array.from({ length: 20_000 }, (_, i) => {
      return i === 12_345 ? "Write to ann@example.org about it." : plain(i);
    });
    const { profile, sample } = await rated(rows);
    expect(foundIn(profile)).toEqual({ review: [["email", 1]], stay: [] });
    expect(profile.columns[0]?.top_values?.length).toBeGreaterThan(0);
    expect(sample.rows.length).toBe(100);
    expect(sample.rows.every(([cell]) => /^The room was clean/.test(String(cell)))).toBe(true);
  });

  const held: [kind: string, text: string][] = [
    ["phone", "call +49 30 7654321 before noon"],
    ["phone", "tel. 030 7654321, ask for Ann"],
    ["payment_card", "paid with 4111 1111 1111 1111 on Monday"],
    ["iban", "to DE89 3704 0044 0532 0130 00 please"],
    ["iban", "to de89370400440532013000 please"],
    ["us_ssn", "her number is 123-45-6789, she said"],
    ["ip_address", "came from 81.2.69.77 at night"],
    ["ip_address", "came from 2a01:4f8::8a2e:370:7334 at night"],
    ["mac_address", "seen as 00:1b:44:11:3a:b7 there"],
    ["secret", `key AKIA${"QWERTYUIOP123456"} leaked`],
  ];

  test.each(held)("%s is counted and covered in the cell: %s", async (kind, text) => {
    const texts = Array.from({ length: 100 }, (_, i) => (i % 20 === 0 ? text : plain(i)));
    const paid = await profileTexts(texts, true);
    expect(foundIn(paid.profile)).toEqual({ review: [[kind, 5]], stars: [] });
    const [{ start, end } = { start: 0, end: 0 }] = findPersonal(text);
    const secret = text.slice(start, end);
    expect(secret.length).toBeGreaterThan(8);
    expect(JSON.stringify(paid)).not.toContain(secret);
    const free = await profileTexts(texts.slice(0, 3), false);
    expect(JSON.stringify(free.sample)).toContain(secret);
  });

  test("a plus sign makes digits a telephone number, not an integer", async () => {
    const rows = Array.from({ length: 30 }, (_, i) => `+1415555${padded(100 + i, 4)},+${i}`);
    const { profile } = await profileRows("contact,change", rows);
    expect(profile.columns.map(({ type }) => type)).toEqual(["string", "integer"]);
    expect(foundIn(profile)).toEqual({ contact: [["phone", 30]], change: [] });
  });
});

test("telephone numbers in a column that is named for them count once each", async () => {
  const rows = Array.from({ length: 40 }, (_, i) => `post ${i},0${3069990 + i * 7} ext. ${i}`);
  const bare = Array.from({ length: 40 }, (_, i) => `post ${i},030 ${6999000 + i * 7}`);
  for (const lines of [rows, bare, [...rows, ...bare]]) {
    const { profile } = await profileRows("post,Contact Phone", lines);
    const [found] = profile.columns[1]?.pii ?? [];
    expect(found?.count ?? 0).toBeLessThanOrEqual(lines.length);
    expect(found?.ratio ?? 0).toBeLessThanOrEqual(1);
  }
});

describe("values that are not personal data", () => {
  const columns: [name: string, value: (i: number) => string][] = [
    ["telemetry", (i) => String(1_000_000 + i * 37)],
    ["cell_count", (i) => String(2_000_000 + i * 41)],
    ["part_number", (i) => `12-${padded(i, 4)}-A${i % 9}`],
    ["firmware_version", (i) => `1.${i % 9}.${i % 40}.${40 + i}`],
    ["software", (i) => `version 10.0.${i}.64`],
    ["at", (i) => `2024-03-02 12:${padded(i % 60, 2)}:15 and later`],
    ["picture", (i) => `logo-${i}@2x.png`],
    ["digest", (i) => `${padded(i * 7919, 8)}ab`.repeat(4)],
    ["isbn", (i) => `978-3-16-1484${padded(i % 100, 2)}-0`],
    ["url", (i) => `https://example.org/articles/2024/0${i % 9}/${1_000_000 + i}`],
    ["uuid", (i) => `0193${padded(i, 4)}-7000-8000-9000-00000000${padded(i, 4)}`],
    ["coordinates", (i) => `52.${padded(i, 4)}000, 13.${padded(i, 4)}000`],
  ];

  test("raises no alarm", async () => {
    const rows = Array.from({ length: 60 }, (_, i) => {
      return columns.map(([, value]) => `"${value(i)}"`).join(",");
    });
    const { profile } = await profileRows(columns.map(([name]) => name).join(","), rows);
    expect(foundIn(profile)).toEqual(Object.fromEntries(columns.map(([name]) => [name, []])));
  });
});

test("addresses among many names of pictures are counted one by one", async () => {
  const texts = Array.from({ length: 1500 }, (_, i) => {
    return [`a${i}@example.org`, `logo-${i}@2x.png`, "@2x.png"][i % 3] ?? "";
  });
  const { profile } = await profileTexts(texts, false);
  expect(foundIn(profile)).toEqual({ review: [["email", 500]], stars: [] });
});

describe("names and addresses of people", () => {
  const people =
    "Ada Lovelace,Alan Turing,Grace Hopper,Edsger W. Dijkstra,Barbara Liskov,Donald Knuth";
  const streets =
    "12 Main Street,7a Lange Gasse,221B Baker St,1600 Pennsylvania Ave,4 rue Monge,9 Via Roma";

  async function alertsOf(name: string, values: string): Promise<ProfileAlert[]> {
    const rows = values.split(",").map((value, i) => `"${value}",${i}`);
    const { profile } = await profileRows(`${name},n`, rows);
    return (profile.columns[0]?.alerts ?? []).filter(
      ({ code }) => code === "possible_personal_data",
    );
  }

  test.each([
    ["customer_name", people, "names"],
    ["fullName", people, "names"],
    ["Nachname", "Lovelace,Turing,Hopper,Dijkstra,Liskov,Knuth", "names"],
    ["address", streets, "postal addresses"],
    ["home_street", streets, "postal addresses"],
  ])("are reported with count and share: %s", async (name, values, what) => {
    const detail = `6 of 6 values (100 %) look like ${what} of people.`;
    expect(await alertsOf(name, values)).toEqual([{ code: "possible_personal_data", detail }]);
  });

  test.each([
    ["product_name", people],
    ["customer_name", "C-1,C-2,C-3,C-4,C-5,C-6"],
    ["ip_address", "a1,b2,c3,d4,e5,f6"],
    ["city", "Berlin,Paris,New York,Rome,Oslo,Wien"],
  ])("are not seen everywhere: %s", async (name, values) => {
    expect(await alertsOf(name, values)).toEqual([]);
  });
});
