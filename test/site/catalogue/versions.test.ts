/** The versions on a dataset's page: date, hash, rows and changes of each, eight at a time. */
import { expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { uploads } from "../../../db/schema/index.ts";
import { verifiedAgent } from "../../support/agents.ts";
import { testApi } from "../../support/api.ts";
import { exampleProfile } from "../../support/example-profile.ts";
import { attachFile, endJob, publishedListing, publishNext } from "../../support/listings.ts";

const api = await testApi();
const { token } = await verifiedAgent(api);

/** The page's section, and the text of each version. */
async function versionsOf(path: string) {
  const { status, text } = await api.send("GET", path, { headers: { accept: "text/html" } });
  expect(status).toBe(200);
  const [, section = ""] = /<section[^>]*id="versions">(.*?)<\/section>/s.exec(text) ?? [];
  const items = section.split('<li class="stack-s"').slice(1);
  return { section, items: items.map((item) => item.replaceAll(/<[^>]*>/g, " ")) };
}

const ofRows = (rows: number) => ({ ...exampleProfile, row_count: rows });

test("names rows, hash and changes of each version, and leads to all changes", async () => {
  const id = await publishedListing(api, token);
  await publishNext(api, token, id, ofRows(20));
  await publishNext(api, token, id, ofRows(35));
  await api.db
    .update(uploads)
    .set({ sha256: "b".repeat(64) })
    .where(and(eq(uploads.listingId, id), eq(uploads.version, 2)));
  const { section, items } = await versionsOf(`/datasets/${id}/versions`);
  expect(items).toHaveLength(3);
  const [third = "", second = "", first = ""] = items;
  for (const words of ["Version 3, on sale", "35 rows", "a".repeat(64), "Since version 2:"]) {
    expect(third).toContain(words);
  }
  expect(third).toContain("There are 35 rows instead of 20");
  for (const words of ["Version 2", "20 rows", "b".repeat(64), "Since version 1:"]) {
    expect(second).toContain(words);
  }
  expect(second).not.toContain("on sale");
  expect(first).toContain(`${exampleProfile.row_count} rows`);
  expect(first).not.toContain("Since version");
  expect(section).toContain(`/datasets/${id}/changes?from=1&to=2`);
  const changes = await api.send("GET", `/datasets/${id}/changes?from=1&to=2`);
  expect(changes.status).toBe(200);
});

test("a version that could not be read has no rows and no changes", async () => {
  const id = await publishedListing(api, token);
  await api.send("POST", `/listings/${id}/versions`, { token });
  await endJob(api, await attachFile(api, token, id), "no_sample");
  await api.send("POST", `/listings/${id}/publish`, { token });
  const { items } = await versionsOf(`/datasets/${id}/versions`);
  const [second = "", first = ""] = items;
  expect(second).toContain("Version 2, on sale");
  expect(second).not.toContain("rows");
  expect(second).not.toContain("Since version");
  expect(first).toContain(`${exampleProfile.row_count} rows`);
});

test("eight are listed, and the rest stand behind a link", async () => {
  const id = await publishedListing(api, token);
  for (let version = 2; version <= 9; version++) await publishNext(api, token, id, ofRows(version));
  const first = await versionsOf(`/datasets/${id}/versions`);
  expect(first.items).toHaveLength(8);
  const [, path = ""] = /href="([^"]*versions_to[^"]*)"/.exec(first.section) ?? [];
  const rest = await versionsOf(path);
  expect(rest.items).toHaveLength(1);
  expect(rest.items[0]).toContain("Version 1");
  expect(rest.section).not.toContain("Older versions");
  expect((await versionsOf(`/datasets/${id}/versions?versions_to=-1`)).items).toHaveLength(8);
});
