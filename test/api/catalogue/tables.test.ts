/**
 * Files of several tables in the catalogue: the list of tables, and each table's sample and
 * profile.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { tablePackPath } from "../../../market/profile/table-pack.ts";
import { verifiedAgent } from "../../support/agents.ts";
import { openTestApi, type TestApi } from "../../support/api.ts";
import { exampleTables } from "../../support/example-tables.ts";
import { publishedListing } from "../../support/listings.ts";
import { findCroissantFaults } from "../discovery/croissant-rules.ts";

setDefaultTimeout(30_000);

let api: TestApi;
let several = "";
let single = "";
let token = "";
beforeAll(async () => {
  api = await openTestApi();
  ({ token } = await verifiedAgent(api));
  several = await publishedListing(api, token, {}, "generated", exampleTables);
  single = await publishedListing(api, token);
});
afterAll(() => api.close());

const read = (path: string, id = several) => api.send("GET", `/datasets/${id}${path}`);

describe("a dataset of several tables", () => {
  test("names them, and the accompanying texts, in its detail", async () => {
    const { body } = await read("");
    expect(body.tables).toEqual(exampleTables.ofDefault.tables);
    expect(body.documents).toEqual([
      { path: "README.md", kind: "readme", byte_size: 8, truncated: false },
    ]);
    const plain = await read("", single);
    expect([plain.body.tables, plain.body.documents]).toEqual([[], []]);
  });

  test("gives the default one where none is named, and where it is named", async () => {
    for (const of of ["sample", "profile"]) {
      const [plain, named] = [await read(`/${of}`), await read(`/${of}?table=iris`)];
      expect(plain.status).toBe(200);
      expect(named.text).toBe(plain.text);
    }
  });

  test("gives each other table its own sample and profile, with an ETag", async () => {
    const [other] = exampleTables.others;
    const profile = await read("/profile?table=people");
    expect(profile.body).toEqual(JSON.parse(JSON.stringify(other?.profile)));
    const sample = await read("/sample?table=people&format=json");
    expect(sample.body).toEqual(JSON.parse(JSON.stringify(other?.sample)));
    const csv = await read("/sample?table=people");
    expect(csv.text).toBe("person_0,person_1\r\n1.5,Ada\r\n");
    const headers = { "if-none-match": String(profile.headers.get("etag")) };
    const again = await api.send("GET", `/datasets/${several}/profile?table=people`, { headers });
    expect(again.status).toBe(304);
  });

  test("says why a table has neither", async () => {
    const sample = await read("/sample?table=broken");
    expect([sample.status, sample.body.code]).toEqual([404, "sample_not_available"]);
    const profile = await read("/profile?table=broken");
    expect([profile.status, profile.body.code]).toEqual([404, "profile_not_available"]);
    expect(profile.body.detail).toContain("could not be read as what it is");
  });

  test("answers 404 to a name that none has, with those that there are", async () => {
    const answer = await read("/sample?table=People");
    expect([answer.status, answer.body.code]).toEqual([404, "table_not_found"]);
    expect(answer.body.detail).toContain('"iris", "people", "broken"');
    const plain = await read("/profile?table=iris", single);
    expect([plain.status, plain.body.code]).toEqual([404, "table_not_found"]);
    expect((await read("/sample?table=")).status).toBe(400);
    expect((await read("/parquet?table=%00")).status).toBe(400);
    expect((await read(`/sample?table=${"x".repeat(301)}`)).status).toBe(400);
  });

  test("is a Croissant of a file and a record set for each", async () => {
    const { body } = await read("/croissant");
    expect(await findCroissantFaults(body)).toEqual([]);
    const sets = body.recordSet as { name: string; field: { name: string }[] }[];
    expect(sets.map(({ name, field }) => [name, field.map((each) => each.name)])).toEqual([
      ["records", ["sepal", "species"]],
      ["people", ["person_0", "person_1"]],
    ]);
  });

  test("answers 503 while the store lacks its other tables, and serves the default one", async () => {
    const id = await publishedListing(api, token, {}, "generated", exampleTables);
    const listing = await api.send("GET", `/listings/${id}`, { token });
    await api.ctx.storage.delete(tablePackPath(String(listing.body.sample_file_path)));
    const answer = await read("/sample?table=people", id);
    expect([answer.status, answer.body.code]).toEqual([503, "storage_unavailable"]);
    expect((await read("/sample", id)).status).toBe(200);
  });
});
