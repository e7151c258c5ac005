/** XML records and HTML tables. */
import { afterAll, expect, test } from "bun:test";
import { zipOf } from "../support/archive-files.ts";
import {
  alertCodes,
  generated,
  makeFolder,
  profileBytes,
  typesOf,
} from "../support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

const rowsOf = async (text: string | Uint8Array) => {
  const { profile, sample } = generated(await profileBytes(folder.path, text));
  return { types: typesOf(profile), rows: sample.rows, alerts: alertCodes(profile) };
};

test("elements that repeat are rows; attributes, parts and lists are columns", async () => {
  const book = (id: number, tags: string): string =>
    `<book id="b${id}"><title lang="de">Buch &amp; ${id}</title><price>1,${id}00.50</price>${tags}</book>`;
  const text = `<?xml version="1.0"?><!DOCTYPE shop SYSTEM "http://127.0.0.1/shop.dtd">
    <shop><name>Laden</name><books>${book(1, "<tag>a</tag><tag>b</tag>")}${book(2, "<tag>c</tag>")}${book(3, "")}</books></shop>`;
  expect(await rowsOf(text)).toMatchObject({
    types: ["id:string", "title.lang:string", "title.text:string", "price:number", "tag:array"],
    rows: [
      ["b1", "de", "Buch & 1", "1,100.50", ["a", "b"]],
      ["b2", "de", "Buch & 2", "1,200.50", ["c"]],
      ["b3", "de", "Buch & 3", "1,300.50", null],
    ],
  });
});

test("fields that carry their names are columns, as the World Bank writes them", async () => {
  const record = (year: number): string =>
    `<record><field name="Country" key="AW">Aruba</field><field name="Year">${year}</field></record>`;
  const found = await rowsOf(`<Root><data>${record(1999)}${record(2000)}</data></Root>`);
  expect(found.types).toEqual(["Country:string", "Year:integer"]);
});

test("two kinds of records are two tables", async () => {
  const text = `<db>${'<city name="Bonn" x="1"/>'.repeat(3)}${'<river km="7"/>'.repeat(4)}</db>`;
  const report = await profileBytes(folder.path, text);
  expect(report).toMatchObject({
    profile: {
      tables: [
        { name: "city", rows: 3 },
        { name: "river", rows: 4 },
      ],
    },
  });
});

test.each([
  ["entities", '<!DOCTYPE a [<!ENTITY b "c">]><a><b>&b;</b><b>d</b></a>', "entities"],
  ["a single record", "<a><b>1</b><c>2</c></a>", "No element"],
  ["an open element", '<?xml version="1.0"?><a><b>1</b><b>2</b>', "not well-formed"],
  ["a drawing", '<svg xmlns="http://www.w3.org/2000/svg"><path d=""/></svg>', "SVG"],
  ["a page without a table", "<!doctype html><p>Hello<p>World", "no table"],
])("refused for what it is: %s", async (_what, text, words) => {
  expect(await profileBytes(folder.path, text)).toMatchObject({
    outcome: "no_sample",
    error: { detail: expect.stringContaining(words) },
  });
});

test("a page's table has its header, spans, entities and end tags left out", async () => {
  const text = `<!DOCTYPE html><html><head><meta charset="iso-8859-1"><title><table></title>
    <script>"<table><tr><td>no"</script></head><body><table><tr><td><table id="inner"><caption>Städte</caption>
    <thead><tr><th>Stadt<th>Land<th>Einwohner</thead>
    <tr><td rowspan=2>Köln &amp; Bonn<td>NRW<td>1.080<tr><td>RLP<td>1.090
    <tr><td>Ulm<td>BW<td>126<br></table></td></tr></table>`;
  expect(await rowsOf(Buffer.from(text, "latin1"))).toMatchObject({
    types: ["Stadt:string", "Land:string", "Einwohner:number"],
    rows: [
      ["Köln & Bonn", "NRW", expect.anything()],
      ["Köln & Bonn", "RLP", expect.anything()],
      ["Ulm", "BW", expect.anything()],
    ],
  });
});

test("many documents in one file stay text", async () => {
  const text = "<DOC>\n<NO>1</NO>\nSome words here.\n</DOC>\n".repeat(30);
  expect(await profileBytes(folder.path, text)).toMatchObject({ format: "txt" });
});

test("the only XML file of an archive is its table; next to a table it describes it", async () => {
  const xml = "<a><b><c>1</c></b><b><c>2</c></b></a>";
  expect(await profileBytes(folder.path, await zipOf({ "a.xml": xml }))).toMatchObject({
    format: "xml",
  });
  const both = await zipOf({ "a.xml": xml, "a.csv": "x,y\n1,2\n3,4\n" });
  expect(await profileBytes(folder.path, both)).toMatchObject({ format: "csv" });
});
