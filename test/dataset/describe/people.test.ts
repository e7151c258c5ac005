/** Names, dates of birth, addresses and numbers of people by values, and things that look like them. */
import { afterAll, describe, expect, test } from "bun:test";
import type { Profile } from "../../../market/profile/schemas.ts";
import { generated, makeFolder, profileBytes } from "../support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

async function profileColumns(columns: Readonly<Record<string, readonly string[]>>) {
  const names = Object.keys(columns);
  const rows = Math.max(...names.map((name) => columns[name]?.length ?? 0));
  const lines = Array.from({ length: rows }, (_, row) =>
    names.map((name) => `"${columns[name]?.[row] ?? ""}"`).join(","),
  );
  const csv = `${names.join(",")}\n${lines.join("\n")}\n`;
  return generated(await profileBytes(folder.path, csv, { hint: "csv" })).profile;
}

function peopleIn({ columns }: Profile): Record<string, string> {
  const found = columns.flatMap(({ name, alerts }) =>
    alerts
      .filter(({ code }) => code === "possible_personal_data")
      .map(({ detail }) => [name, detail] as const),
  );
  return Object.fromEntries(found);
}

const numbers = Array.from({ length: 12 }, (_, i) => String(i * 3 + 1));

describe("names of people", () => {
  const people: [language: string, names: string][] = [
    [
      "English",
      "Mary Walker;John P. Smith;Susan O'Neill;Robert Jones Jr.;Emily Carter;Kevin Brown",
    ],
    [
      "German",
      "Jürgen Müller;Anna-Lena Schäfer;Karl von Weber;Sabine Groß;Dr. Uwe Becker;Heike Koch",
    ],
    [
      "Spanish",
      "María García López;José Luis Pérez;Carmen Ruiz;Ana Martínez;Pablo Gómez;Luis Díaz",
    ],
    [
      "French",
      "Lefèvre, Élodie;Dupont, Jean-Luc;Martin, Chloé;Petit, Hugo;Moreau, Camille;Roux, Léa",
    ],
    ["Polish", "Anna Kowalska;Piotr Nowak;Łukasz Zieliński;Zofia Wójcik;Jan Kamiński;Ewa Lis"],
    [
      "Russian",
      "Иванов Сергей Петрович;Анна Кузнецова;Дмитрий Соколов;Ольга Попова;Олег Орлов;Ирина Зуева",
    ],
    ["Turkish", "Ayşe Yılmaz;Mehmet Demir;Fatma Kaya;Ali Çelik;Zeynep Şahin;Mustafa Öztürk"],
    ["Hindi", "Priya Sharma;Rahul Verma;Anjali Gupta;Amit Patel;Neha Singh;Rajesh Kumar"],
    ["Chinese", "王伟;李娜;张敏;刘洋;陈静;杨帆"],
    ["capitals", "WALKER MARY;SMITH JOHN;BROWN KEVIN;JONES ROBERT;CARTER EMILY;TAYLOR SUSAN"],
  ];

  test.each(people)("are found by their values: %s", async (_, names) => {
    const profile = await profileColumns({ x: names.split(";"), n: numbers.slice(0, 6) });
    const detail = "6 of 6 values (100 %) look like names of people.";
    expect(peopleIn(profile)).toEqual({ x: detail });
  });

  const things: [what: string, values: string][] = [
    ["months", "January;February;March;April;May;June;July;August;September;October"],
    ["colours", "Ruby;Scarlet;Violet;Navy;Olive;Teal;Amber;Crimson;Beige;Rose;Ivory"],
    [
      "cities",
      "Florence;Austin;Charlotte;Jackson;Paris;Houston;Kansas City;Virginia Beach;Sydney;Berlin",
    ],
    [
      "brands",
      "Mercedes;Ford;Toyota;Harley Davidson;Calvin Klein;Nike;Estée Lauder;Adidas;Zara;Puma",
    ],
    [
      "companies",
      "Burke, Griffin and Cooper;Walton LLC;Garcia Ltd;Jones, Brown and Murray;Scott Inc;Lee Group",
    ],
    [
      "species",
      "American Robin;Turdus migratorius;White-tailed Deer;Canis lupus;Rosa canina;Quercus robur",
    ],
    [
      "streets",
      "Martin Luther King Blvd;Lincoln Avenue;Jefferson Street;Madison Road;Grant Street;Adams Way",
    ],
    [
      "schools",
      "John F. Kennedy School;Mary Ward College;Thomas Hardy Academy;St. Paul School;Ann Richards High",
    ],
    ["ships", "HMS Victory;USS Abraham Lincoln;Titanic;Bismarck;Queen Mary 2;Santa Maria"],
  ];

  test.each(things)("are not %s", async (_, values) => {
    const cells = values.split(";");
    const profile = await profileColumns({ name: cells, n: numbers.slice(0, cells.length) });
    expect(peopleIn(profile)).toEqual({});
  });

  test("are family names next to given names", async () => {
    const given = "Mary;John;Susan;Robert;Emily;Kevin".split(";");
    const family = "Walker;Smith;O'Neill;Jones;Carter;Brown".split(";");
    const profile = await profileColumns({ a: given, b: family, n: numbers.slice(0, 6) });
    expect(Object.keys(peopleIn(profile))).toEqual(["a", "b"]);
  });

  test("of a long file are counted by a sample, and the alert says so", async () => {
    const given = ["Mary", "John", "Susan", "Robert", "Emily", "Kevin"];
    const names = Array.from({ length: 3000 }, (_, i) =>
      i % 2 === 0 ? `${given[(i / 2) % 6]} Smith ${"ABCDEFGH"[i % 8]}.` : `Order ${i} of today`,
    );
    const found = peopleIn(
      await profileColumns({ customer: names, n: names.map((_, i) => `${i}`) }),
    );
    expect(found.customer ?? "").toBe("");
    const mixed = names.map((name, i) =>
      i % 10 < 8 ? `${given[i % 6]} Smith ${i % 97 === 0 ? "X." : "Lee"}` : name,
    );
    const told = peopleIn(
      await profileColumns({ customer: mixed, n: names.map((_, i) => `${i}`) }),
    );
    expect(told.customer).toMatch(
      /^About \d+ of 3000 values \(\d+ %\) look like names of people\.$/,
    );
  });
});

describe("dates of birth", () => {
  const people = "Mary Walker;John Smith;Susan Neill;Robert Jones;Emily Carter;Kevin Brown".split(
    ";",
  );
  const births = "1951-03-02;1988-11-30;1999-01-07;1972-06-21;1963-09-14;1945-12-25".split(";");

  test.each(["date_of_birth", "Geburtsdatum", "fecha_nac", "дата рождения", "dob"])(
    "are found by the column's name: %s",
    async (name) => {
      const profile = await profileColumns({ [name]: births, n: numbers.slice(0, 6) });
      const detail = "6 of 6 values (100 %) look like dates of birth of people.";
      expect(peopleIn(profile)).toEqual({ [name]: detail });
    },
  );

  test("are found next to names, without a name of their own", async () => {
    const profile = await profileColumns({ x: people, d: births });
    expect(Object.keys(peopleIn(profile))).toEqual(["x", "d"]);
  });

  test.each([
    ["hired", births],
    ["d", births.map((day) => day.replace(/^19\d\d/, "2015"))],
    ["d", ["1951-03-02", "1951-03-02", "1951-03-02", "1999-01-07", "1999-01-07", "1972-06-21"]],
  ])("are no other dates of people: %s", async (name, days) => {
    const profile = await profileColumns({ x: people, [name]: days });
    expect(Object.keys(peopleIn(profile))).toEqual(["x"]);
  });

  test("are no dates of a table without people", async () => {
    const profile = await profileColumns({ d: births, n: numbers.slice(0, 6) });
    expect(peopleIn(profile)).toEqual({});
  });
});

describe("numbers and addresses of institutions", () => {
  const phones = numbers.map((n) => `(415) 555-26${n.padStart(2, "0")}`);
  const schools = numbers.map(
    (n) => `${["North", "South", "Hill"][Number(n) % 3]} Elementary School ${n}`,
  );
  const people = "Mary Walker;John Smith;Susan Neill;Robert Jones;Emily Carter;Kevin Brown".split(
    ";",
  );
  const kindsOf = (profile: Profile) =>
    profile.columns.flatMap(({ name, pii }) => pii.map(({ kind, count }) => [name, kind, count]));

  test("telephones of schools are nobody's; of people they are", async () => {
    expect(kindsOf(await profileColumns({ place: schools, call: phones }))).toEqual([]);
    const staff = await profileColumns({
      school: schools,
      who: [...people, ...people],
      call: phones,
    });
    expect(kindsOf(staff)).toEqual([["call", "phone", 12]]);
    expect(kindsOf(await profileColumns({ n: numbers, call: phones }))).toEqual([
      ["call", "phone", 12],
    ]);
  });

  test("addresses such as info@ are not counted among people's", async () => {
    const mails = numbers.map((n) =>
      Number(n) % 2 === 0 ? `info@town${n}.example.org` : `ann.${n}@example.org`,
    );
    expect(kindsOf(await profileColumns({ n: numbers, mail: mails }))).toEqual([
      ["mail", "email", 6],
    ]);
    const roles = numbers.map(
      (n) => `${["press", "office", "contact"][Number(n) % 3]}@t${n}.example.org`,
    );
    const paid = generated(
      await profileBytes(
        folder.path,
        `n,mail\n${roles.map((mail, i) => `${i},${mail}`).join("\n")}\n`,
        {
          hint: "csv",
          paid: true,
        },
      ),
    );
    expect(kindsOf(paid.profile)).toEqual([]);
    expect(JSON.stringify(paid.sample)).toContain("@t");
  });

  test("versions with four parts are no IP addresses, whatever the column's name", async () => {
    const versions = numbers.map((n) => `4.${n}.${Number(n) % 7}.1${n}`);
    expect(kindsOf(await profileColumns({ n: numbers, agent: versions }))).toEqual([]);
    const addresses = numbers.map((n) => `8${Number(n) % 9}.${n}.${Number(n) % 7}.1${n}`);
    expect(kindsOf(await profileColumns({ n: numbers, agent: addresses }))).toEqual([
      ["agent", "ip_address", 12],
    ]);
  });

  test("telephone numbers with points are no IP addresses", async () => {
    const numbersWithPoints = numbers.map((n) => `88.60.15.${n.padStart(2, "1")}`);
    const kinds = kindsOf(await profileColumns({ n: numbers, Fax: numbersWithPoints }));
    expect(kinds).toEqual([["Fax", "phone", 12]]);
  });

  test("digits that a program wrote as decimals are telephone numbers by the column's name", async () => {
    const decimals = numbers.map((n) => `80281012${n.padStart(2, "0")}.0`);
    expect(kindsOf(await profileColumns({ n: numbers, Phone: decimals }))).toEqual([
      ["Phone", "phone", 12],
    ]);
  });

  test.each([
    ["dni", (n: string) => `5592138${n.padStart(2, "6")}C`, "national_id"],
    ["owner_dni", (n: string) => `5592138${n.padStart(2, "6")}C`, "national_id"],
    ["national_code", (n: string) => `00${12_345_600 + Number(n)}`, "national_id"],
    ["Kennitala", (n: string) => `18079131${n.padStart(2, "0")}`, "national_id"],
    ["card_number", (n: string) => `61250160962615${n.padStart(2, "0")}`, "payment_card"],
    ["Telefone", (n: string) => `(61) 3552-43${n.padStart(2, "0")}`, "phone"],
    ["mobNumber", (n: string) => `98765089${n.padStart(2, "0")}`, "phone"],
  ])(
    "a column named %s holds what its name says, without check digits",
    async (name, make, kind) => {
      const profile = await profileColumns({ n: numbers, [name]: numbers.map(make) });
      expect(kindsOf(profile)).toEqual([[name, kind, 12]]);
    },
  );

  test.each(["order_number", "imo_number", "gift_code", "sku"])(
    "the same digits in %s are nobody's",
    async (name) => {
      const digits = numbers.map((n) => `61250160962615${n.padStart(2, "0")}`);
      expect(kindsOf(await profileColumns({ n: numbers, [name]: digits }))).toEqual([]);
    },
  );
});

describe("addresses and dates by the column's name, in tables about people", () => {
  const email = numbers.map((n) => `anna.${n}@example.org`);

  test.each([
    ["enderecoCompleto", "Praia Machado Vila Nova 47334-93"],
    ["address", "Flat B Old Mill Cottages Unit "],
    ["住址", "北京市朝阳区建国路甲"],
  ])("%s holds postal addresses", async (name, start) => {
    const addresses = numbers.map((n) => `${start}${n}`);
    expect(Object.keys(peopleIn(await profileColumns({ email, [name]: addresses })))).toEqual([
      name,
    ]);
    expect(peopleIn(await profileColumns({ n: numbers, other: addresses }))).toEqual({});
  });

  test("dates of birth may be written in ways that are read as texts", async () => {
    const born = numbers.map((n, at) => `'19${60 + (at % 40)}-0${1 + (at % 9)}-1${Number(n) % 10}`);
    expect(Object.keys(peopleIn(await profileColumns({ email, date_of_birth: born })))).toEqual([
      "date_of_birth",
    ]);
    expect(peopleIn(await profileColumns({ email, note: born }))).toEqual({});
  });
});
