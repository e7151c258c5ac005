/** A listing's statements on source, collection, terms and columns, from draft to page. */
import { describe, expect, test } from "bun:test";
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { listings } from "../../../db/schema/index.ts";
import type { Json } from "../../support/api.ts";
import { exampleProfile } from "../../support/example-profile.ts";
import { attachFile, createDraft, endJob, exampleSample } from "../../support/listings.ts";
import { testMarket } from "../../support/market.ts";
import { eventually } from "../../support/stack.ts";

const market = await testMarket();
const { api, seller } = market;
const { token } = seller;

const said = {
  source_url: "https://archive.ics.uci.edu/dataset/53/iris",
  citation: "Fisher, R. A. (1936). The use of multiple measurements in taxonomic problems.",
  collection_method: "Measured on dried specimens of the Gaspé peninsula.",
  update_frequency: "never",
  license_url: "https://example.com/terms",
  column_descriptions: { sepal: "Length of the calyx leaf, in cm", unknown: "Of no column." },
};
const { column_descriptions: _columns, ...saidShortly } = said;

async function published(fields: Json = {}): Promise<string> {
  const id = await createDraft(api, token, fields);
  await endJob(api, await attachFile(api, token, id));
  const answer = await api.send("POST", `/listings/${id}/publish`, { token });
  if (answer.status !== 200) throw new Error(answer.text);
  return id;
}

const detail = (id: string) => api.send("GET", `/datasets/${id}`);
const faultsOf = (body: Json) => new Set((body.errors as Json[]).map((one) => one.pointer));

describe("a seller's descriptive fields", () => {
  test("is shown to the seller and to everybody, in Croissant and to search engines", async () => {
    const id = await published({ ...said, license: "Our own terms" });
    const own = await api.send("GET", `/listings/${id}`, { token });
    expect(own.body).toMatchObject(said);
    const { body } = await detail(id);
    expect(body).toMatchObject(saidShortly);
    expect(body.columns).toEqual([
      { name: "sepal", type: "number", description: said.column_descriptions.sepal },
      { name: "species", type: "string" },
    ]);
    const croissant = await api.send("GET", `/datasets/${id}/croissant`);
    expect(croissant.body).toMatchObject({
      license: said.license_url,
      citeAs: said.citation,
      isBasedOn: said.source_url,
      "rai:dataCollection": said.collection_method,
    });
    const fields = (croissant.body.recordSet as { field: Json[] }[])[0]?.field ?? [];
    expect(fields.map(({ description }) => description)).toEqual([
      said.column_descriptions.sepal,
      undefined,
    ]);
    const shown = async (tab: string) => {
      const headers = { accept: "text/html" };
      return (await api.send("GET", `/datasets/${id}${tab}`, { headers })).text;
    };
    expect(await shown("")).toContain('"measurementTechnique":"Measured on dried specimens');
    expect(await shown("/about")).toContain(`href="${said.source_url}"`);
    expect(await shown("/profile")).toContain(said.column_descriptions.sepal);
  });

  test("is completed by the data dictionary in the upload, and goes before it", async () => {
    const id = await createDraft(api, token, { column_descriptions: { sepal: "Of the calyx" } });
    const text = "column,description\nsepal,Another one\nspecies,Of three\n";
    const dictionary = { kind: "dictionary", byte_size: text.length, truncated: false } as const;
    const documents = [{ ...dictionary, path: "data_dictionary.csv", text }];
    const path = await attachFile(api, token, id);
    const profile = { ...exampleProfile, documents };
    await endJob(api, path, "generated", exampleSample, profile);
    await api.send("POST", `/listings/${id}/publish`, { token });
    const described = (await detail(id)).body.columns as Json[];
    expect(described.map((one) => one.description)).toEqual(["Of the calyx", "Of three"]);
    const croissant = await api.send("GET", `/datasets/${id}/croissant`);
    const fields = (croissant.body.recordSet as { field: Json[] }[])[0]?.field ?? [];
    expect(fields.map((one) => one.description)).toEqual(["Of the calyx", "Of three"]);
  });

  test("is found by its words, also by those of a later change", async () => {
    const word = `calyx${randomUUID().slice(0, 8).replaceAll(/\d/g, "x")}`;
    const id = await published({ column_descriptions: { sepal: `Of the ${word}` } });
    const find = async (query: string) => {
      const found = await api.send("GET", `/datasets?query=${query}`);
      return (found.body.items as Json[]).map((item) => item.id);
    };
    expect(await find(word)).toEqual([id]);
    const later = `gaspe${randomUUID().slice(0, 8).replaceAll(/\d/g, "x")}`;
    const body = { column_descriptions: null, citation: `The ${later} of 1936` };
    const changed = await api.send("PATCH", `/listings/${id}`, { token, body });
    expect(changed.body).toMatchObject(body);
    await eventually(async () => ((await find(later)).includes(id) ? true : null));
    expect(await find(word)).toEqual([]);
  });

  test("is not said in lists, and changes like the other terms", async () => {
    const id = await published(said);
    const same = await api.send("PATCH", `/listings/${id}`, { token, body: said });
    const before = await api.send("GET", `/listings/${id}`, { token });
    expect(same.body.updated_at).toBe(before.body.updated_at);
    const patch = { source_url: null, update_frequency: "daily" };
    const changed = await api.send("PATCH", `/listings/${id}`, { token, body: patch });
    expect(changed.body).toMatchObject({ ...said, ...patch });
    const list = await api.send("GET", "/listings?limit=1", { token });
    const [item] = list.body.items as Json[];
    expect(item).toMatchObject({ id, citation: said.citation });
    expect(item).not.toHaveProperty("column_descriptions");
    const search = await api.send("GET", "/datasets?limit=1");
    expect((search.body.items as Json[])[0]).not.toHaveProperty("citation");
  });

  test("goes with a draft that is deleted", async () => {
    const id = await createDraft(api, token, said);
    await api.send("DELETE", `/listings/draft/${id}`, { token });
    const [row] = await api.db.select().from(listings).where(eq(listings.id, id));
    expect(row).toMatchObject({ citation: null, sourceUrl: null, columnDescriptions: null });
  });
});

describe("an address", () => {
  const refused = [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "data:text/html,x",
    "ftp://example.com/",
    "//example.com",
    "https:example.com",
    "https://user:secret@example.com/",
    "https://user@example.com/",
    "https://exa mple.com/",
    "https://example.com/\nx",
    "https://example.com/\u202egpj",
    "https://",
    "example.com",
    `https://example.com/${"a".repeat(2000)}`,
    "",
  ];
  test.each(refused)("%p is refused by the name of its field", async (address) => {
    for (const field of ["source_url", "license_url"]) {
      const body = { title: "Irises", description: "Flowers.", [field]: address };
      const answer = await api.send("POST", "/listings/draft", { token, body });
      expect([answer.status, answer.body.code]).toEqual([400, "invalid_request"]);
      expect(faultsOf(answer.body)).toEqual(new Set([`/${field}`]));
      expect(answer.text).not.toContain("secret");
    }
  });

  test("is kept as browsers write it, so that no letter looks like another host's", async () => {
    const id = await createDraft(api, token, { source_url: "HTTPS://Exаmple.com" });
    const { body } = await api.send("GET", `/listings/${id}`, { token });
    expect(body.source_url).toBe("https://xn--exmple-4nf.com/");
  });
});

describe("descriptions of columns", () => {
  const many = (count: number, text: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`c${index}`, text]));
  const refused: [string, unknown][] = [
    ["501 columns", many(501, "x")],
    ["one of 501 characters", { a: "x".repeat(501) }],
    ["a name of 201 characters", { ["x".repeat(201)]: "x" }],
    ["no words", { a: "" }],
    ["a control character in a name", { "a\u0000": "x" }],
    ["a number", { a: 1 }],
    ["a list", ["a"]],
  ];
  test.each(refused)("of %s are refused", async (_, descriptions) => {
    const body = { title: "Irises", description: "Flowers.", column_descriptions: descriptions };
    const answer = await api.send("POST", "/listings/draft", { token, body });
    expect([answer.status, answer.body.code]).toEqual([400, "invalid_request"]);
  });

  test("of 500 columns are taken", async () => {
    const id = await createDraft(api, token, { column_descriptions: many(500, "x".repeat(400)) });
    const { body } = await api.send("GET", `/listings/${id}`, { token });
    expect(Object.keys(body.column_descriptions as Json)).toHaveLength(500);
  });
});
