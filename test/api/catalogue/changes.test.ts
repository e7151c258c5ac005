/** The public list of changes between a dataset's versions. */
import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { profiles, versionChanges } from "../../../db/schema/index.ts";
import type { Profile } from "../../../market/profile/schemas.ts";
import { verifiedAgent } from "../../support/agents.ts";
import { type Json, testApi } from "../../support/api.ts";
import { exampleProfile } from "../../support/example-profile.ts";
import { attachFile, endJob, publishedListing, publishNext } from "../../support/listings.ts";
import { eventually } from "../../support/stack.ts";

const api = await testApi();
const { token } = await verifiedAgent(api);
const read = (id: string, query = "") => api.send("GET", `/datasets/${id}/changes${query}`);

const longer: Profile = { ...exampleProfile, row_count: 3 };
const renamed: Profile = {
  ...longer,
  columns: longer.columns.map((column) =>
    column.name === "sepal" ? { ...column, name: "sepal_length" } : column,
  ),
};

async function threeVersions(): Promise<string> {
  const id = await publishedListing(api, token);
  await publishNext(api, token, id, longer);
  await publishNext(api, token, id, renamed);
  return id;
}

describe("GET /datasets/{id}/changes", () => {
  test("tells the last two versions apart, or any two that are named", async () => {
    const id = await threeVersions();
    const latest = await read(id);
    expect(latest.status).toBe(200);
    expect(latest.body).toMatchObject({
      dataset_id: id,
      from: { version: 2 },
      to: { version: 3 },
      columns: { renamed: [{ from: "sepal", to: "sepal_length" }] },
      rows: { before: 3, after: 3 },
    });
    const first = await read(id, "?to=2");
    expect(first.body).toMatchObject({ from: { version: 1 }, rows: { before: 2, after: 3 } });
    const both = await read(id, "?from=1");
    expect(both.body).toMatchObject({
      to: { version: 3 },
      columns: { renamed_count: 1 },
      rows: { before: 2, after: 3 },
    });
  });

  test("the detail has them in short, and leads to them", async () => {
    const id = await threeVersions();
    const { body } = await api.send("GET", `/datasets/${id}`);
    const links = body.links as Record<string, string>;
    expect(links.changes).toEndWith(`/datasets/${id}/changes`);
    expect(body.changes).toMatchObject({ from_version: 2 });
    const { sentences } = body.changes as { sentences: string[] };
    expect(sentences.join(" ")).toContain('"sepal" seems to be called "sepal_length" now.');
  });

  test("a first version has none", async () => {
    const id = await publishedListing(api, token);
    expect((await read(id)).body.code).toBe("changes_not_available");
    const { body } = await api.send("GET", `/datasets/${id}`);
    expect(body.changes).toBeNull();
    expect(body.links).not.toHaveProperty("changes");
  });

  const refused: [string, number, string][] = [
    ["?from=3&to=2", 404, "changes_not_available"],
    ["?from=2&to=2", 404, "changes_not_available"],
    ["?to=9", 404, "changes_not_available"],
    ["?from=0", 400, "invalid_request"],
    ["?since=1", 400, "invalid_request"],
  ];
  test.each(refused)("%s is refused", async (query, status, code) => {
    const id = await publishedListing(api, token);
    await publishNext(api, token, id, longer);
    const answer = await read(id, query);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  test("versions of before comparisons were kept are compared when they are asked for", async () => {
    const id = await publishedListing(api, token);
    await publishNext(api, token, id, longer);
    await api.db.delete(versionChanges);
    const { body } = await read(id, "?from=1");
    expect(body).toMatchObject({ rows: { before: 2, after: 3, reason: "not_kept" } });
  });

  test("a version without a profile cannot be compared", async () => {
    const id = await publishedListing(api, token, {}, "no_sample");
    await publishNext(api, token, id, longer);
    const { body } = await read(id);
    expect(body).toMatchObject({ code: "changes_not_available" });
    expect(body.detail).toContain("no profile");
  });

  test("a withdrawn dataset tells nothing any more", async () => {
    const id = await publishedListing(api, token);
    await publishNext(api, token, id, longer);
    expect((await read(id)).status).toBe(200);
    await api.send("POST", `/listings/${id}/withdraw`, { token });
    // A held answer goes with the notice of the withdrawal.
    await eventually(async () => (await read(id)).body.code === "dataset_not_found");
  });
});

describe("stored data", () => {
  test("a discarded version leaves no trace in events", async () => {
    const id = await publishedListing(api, token);
    await api.send("POST", `/listings/${id}/versions`, { token });
    await endJob(api, await attachFile(api, token, id), "generated", undefined, renamed);
    expect((await read(id)).body.code).toBe("changes_not_available");
    await api.send("DELETE", `/listings/${id}/versions/next`, { token });
    await publishNext(api, token, id, longer);
    const { body } = await read(id);
    expect(body).toMatchObject({ to: { version: 2 }, columns: { renamed_count: 0 } });
  });

  test("a seller sees before publication what buyers will see", async () => {
    const id = await publishedListing(api, token);
    await api.send("POST", `/listings/${id}/versions`, { token });
    const path = await attachFile(api, token, id);
    const next = async () =>
      (await api.send("GET", `/listings/${id}`, { token })).body.next_version;
    expect(await next()).toMatchObject({ changes: null });
    await endJob(api, path, "generated", undefined, renamed);
    const told = ((await next()) as { changes: { sentences: string[] } }).changes;
    await api.send("POST", `/listings/${id}/publish`, { token });
    expect((await api.send("GET", `/datasets/${id}`)).body.changes).toEqual(told);
  });

  test("the profile of each version stays", async () => {
    const id = await threeVersions();
    const versions = await api.send("GET", `/listings/${id}/versions`, { token });
    expect((versions.body.items as Json[]).length).toBe(3);
    const rows = await api.db.select().from(profiles);
    for (const { full_data_path: path } of versions.body.items as { full_data_path: string }[]) {
      const uploadId = path.split("/").at(-1) ?? "";
      expect(rows.some((row) => row.uploadId === uploadId)).toBe(true);
    }
  });

  test("comparison is bounded: twenty versions back", async () => {
    const id = await publishedListing(api, token);
    for (let version = 2; version <= 23; version += 1) await publishNext(api, token, id, longer);
    const { body } = await read(id, "?from=1");
    expect(body).toMatchObject({ to: { version: 23 }, rows: { before: 2 } });
    const listing = await api.send("GET", `/listings/${id}`, { token });
    const uploadId = String(listing.body.full_data_path).split("/").at(-1) ?? "";
    const kept = await api.db.$count(versionChanges, eq(versionChanges.uploadId, uploadId));
    expect(kept).toBe(20);
  });
});
