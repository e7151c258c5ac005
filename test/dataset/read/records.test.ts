/** YAML and ARFF. */
import { afterAll, expect, test } from "bun:test";
import { generated, makeFolder, profileBytes, typesOf } from "../support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

const rowsOf = async (text: string) => {
  const report = await profileBytes(folder.path, text);
  const { profile, sample } = generated(report);
  return { format: report.format, types: typesOf(profile), rows: sample.rows };
};

test("YAML records, with aliases and merged keys", async () => {
  const text =
    "---\r\n# people\r\n- &ann\r\n  name: Ann\r\n  age: 30\r\n- <<: *ann\r\n  name: Bob\r\n  tags: [a]\r\n";
  expect(await rowsOf(text)).toEqual({
    format: "yaml",
    types: ["name:string", "age:integer", "tags:array"],
    rows: [
      ["Ann", 30, null],
      ["Bob", 30, ["a"]],
    ],
  });
});

test("a list of records in YAML needs no mark and no hint", async () => {
  expect(await rowsOf("items:\n  - id: 1\n    x: 2.5\n  - id: 2\n    x: 3\n")).toMatchObject({
    format: "yaml",
    rows: [
      [1, 2.5],
      [2, 3],
    ],
  });
});

test.each([
  ["a dash alone", "-\n  name: Ann\n  age: 3\n-\n  name: Bob\n  age: 4\n"],
  ["braces", "- {name: Ann, age: 3}\n- {name: Bob, age: 4}\n"],
  ["below a key and a value", "v: 2\npeople:\n- name: Ann\n  age: 3\n- name: Bob\n  age: 4\n"],
  ["comments", "# people\n\n- name: Ann\n  age: 3\n- name: Bob\n  age: 4\n"],
])("YAML records without a mark: %s", async (_, text) => {
  expect(await rowsOf(text)).toEqual({
    format: "yaml",
    types: ["name:string", "age:integer"],
    rows: [
      ["Ann", 3],
      ["Bob", 4],
    ],
  });
});

test("YAML records by name, and of one key", async () => {
  expect(await rowsOf("oslo:\n  country: NO\nrome:\n  country: IT\n")).toMatchObject({
    types: ["key:string", "country:string"],
  });
  expect(await rowsOf("- name: Ann\n- name: Bob\n")).toMatchObject({ types: ["name:string"] });
});

test.each([
  ["a list of words", "- Ann\n- Bob\n- Cid\n"],
  ["points of a text", "- Note: see below\n- Date: today\n- Place: here\n"],
])("no YAML: %s", async (_, text) => {
  expect((await profileBytes(folder.path, text)).format).toBe("txt");
});

test.each([
  ["not well-formed", "---\na: [\n"],
  ["aliases too often, or without end", "---\na: &a [*a]\n"],
  [
    "aliases too often, or without end",
    `---\na0: &a0 [x]\n${Array.from({ length: 9 }, (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i},`.repeat(10)}]\n`).join("")}`,
  ],
  [
    "aliases too often, or without end",
    `---\na0: &a0 [x]\n${Array.from({ length: 50_000 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}]\n`).join("")}`,
  ],
  ["not well-formed", "---\na: 1\na: 2\n"],
  ["not well-formed", `---\na: ${"[".repeat(10_000)}`],
])("YAML that is refused: %s", async (words, text) => {
  expect(await profileBytes(folder.path, text)).toMatchObject({
    format: "yaml",
    error: { code: "malformed_file", detail: expect.stringContaining(words) },
  });
});

test("YAML with tags of an application, and with as many keys as values", async () => {
  expect(await rowsOf("- id: !Ref 7\n  at: !!timestamp 2024-01-02\n- id: !Ref 8\n")).toMatchObject({
    types: ["id:string", "at:date"],
  });
  const keys = Array.from({ length: 50_000 }, (_, i) => `key${i}:\n  a: ${i}\n`).join("");
  const { profile } = generated(await profileBytes(folder.path, `---\n${keys}`));
  expect(profile.row_count).toBe(50_000);
});

const arffHead =
  "% Title: Iris\r\n\r\n@RELATION iris\r\n@attribute 'petal, width' NUMERIC\r\n@ATTRIBUTE class {'Iris setosa',b}\r\n";

test("ARFF: declared columns, quotes, missing values and comments", async () => {
  const text = `${arffHead}@DATA\r\n0.2,'Iris setosa'\r\n?,b\r\n% no row\r\n1e1,b,{5}\r\n`;
  expect(await rowsOf(text)).toEqual({
    format: "arff",
    types: ["petal, width:number", "class:string"],
    rows: [
      [0.2, "Iris setosa"],
      [null, "b"],
      [10, "b"],
    ],
  });
});

test("ARFF's sparse rows: left out numbers are 0, left out words the first", async () => {
  expect(await rowsOf(`${arffHead}@data\n{0 3}\n{1 b}\n{}\n`)).toMatchObject({
    rows: [
      [3, "Iris setosa"],
      [0, "b"],
      [0, "Iris setosa"],
    ],
  });
});
