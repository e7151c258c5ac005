/** A folder from its announcement to its profile: many files that are one dataset. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { storageUsage } from "../../../db/schema/index.ts";
import { sellerAgent } from "../../support/agents.ts";
import { type Json, testApi } from "../../support/api.ts";
import { createDraft } from "../../support/listings.ts";
import {
  announceFolder,
  announcement,
  attachFolder,
  profileUpload,
  sendAwaited,
  uploadFolder,
} from "./support.ts";

setDefaultTimeout(60_000);

const api = await testApi();
const { token, agentId } = await sellerAgent(api);

const contents = {
  "year=2024/part-0.csv": "id,city\n1,Lisbon\n2,Porto\n",
  "year=2023/part-0.csv": "id,city\n3,Braga\n",
  "README.md": "# Cities\n\nOne row a city.\n",
  "codes.csv": "code,meaning\nL,large\nS,small\nM,middle\n",
};
const sha256 = (text: string | Uint8Array) => createHash("sha256").update(text).digest("hex");

const get = (path: string) => api.send("GET", path, { token });

describe("a folder", () => {
  test("becomes one dataset with a manifest, its tables and its readme", async () => {
    const draftId = await createDraft(api, token);
    const { path, uploadId, files, body } = await announceFolder(
      api,
      token,
      draftId,
      announcement(contents),
    );
    expect(files.items.map(({ name }) => name)).toEqual([
      "README.md",
      "codes.csv",
      "year=2023/part-0.csv",
      "year=2024/part-0.csv",
    ]);
    expect(files.items.every(({ state }) => state === "awaited")).toBe(true);
    expect(body.warnings).toEqual([]);
    await sendAwaited(api, token, { listingId: draftId, uploadId }, contents);
    expect((await attachFolder(api, token, draftId, path)).status).toBe(200);
    const row = await profileUpload(api, uploadId);
    expect(row.state).toBe("generated");
    const manifest = await new Response(await api.ctx.storage.read(path)).text();
    expect(row.sha256).toBe(sha256(manifest));
    expect(JSON.parse(manifest)).toEqual({
      files: files.items.map(({ name, byte_size }) => ({
        byte_size,
        path: name,
        sha256: sha256(contents[name as keyof typeof contents]),
      })),
      manifest_version: 1,
    });
    const sum = files.items.reduce((total, { byte_size }) => total + byte_size, 0);
    const listing = (await get(`/listings/${draftId}`)).body;
    expect(listing.data_profile).toMatchObject({ byte_size: sum, sha256: row.sha256 });
    const profile = (await get(`/listings/${draftId}/profile`)).body;
    expect(profile.tables).toMatchObject([
      { name: "codes", rows: 3, columns: 2, parts: 1 },
      { name: "part", rows: 3, columns: 3, parts: 2 },
    ]);
    const part = (await get(`/listings/${draftId}/profile?table=part`)).body;
    expect(part.columns).toMatchObject([
      { name: "id", type: "integer" },
      { name: "city" },
      { name: "year", type: "integer", distinct_count: 2 },
    ]);
    expect(profile.documents).toMatchObject([{ path: "README.md", kind: "readme" }]);
  });

  test("resumes: arrived parts are listed, the others get new URLs", async () => {
    const draftId = await createDraft(api, token);
    const { path, uploadId } = await announceFolder(api, token, draftId, announcement(contents));
    const upload = { listingId: draftId, uploadId };
    await sendAwaited(api, token, { ...upload, filesMax: 2 }, contents);
    const early = await attachFolder(api, token, draftId, path);
    expect(early.body).toMatchObject({ code: "file_not_uploaded" });
    expect(early.body.detail).toContain("2 of 4 files");
    const page = (await get(`/listings/${draftId}/uploads/${uploadId}/files`)).body;
    const states = (page.items as { state: string }[]).map(({ state }) => state);
    expect(states).toEqual(["arrived", "arrived", "awaited", "awaited"]);
    expect(await sendAwaited(api, token, upload, contents)).toBe(2);
    expect((await attachFolder(api, token, draftId, path)).status).toBe(200);
    expect((await profileUpload(api, uploadId)).state).toBe("generated");
  });

  test("counts each of its files and bytes towards the quotas", async () => {
    const usage = async () => {
      const [row] = await api.db
        .select()
        .from(storageUsage)
        .where(eq(storageUsage.scopeId, agentId));
      return row;
    };
    const before = await usage();
    const draftId = await createDraft(api, token);
    await uploadFolder(api, token, draftId, contents);
    const after = await usage();
    expect((after?.files ?? 0) - (before?.files ?? 0)).toBe(4);
    const sum = Object.values(contents).join("").length;
    expect((after?.bytes ?? 0) - (before?.bytes ?? 0)).toBe(sum);
  });

  test("of ten thousand files is announced and read by pages", async () => {
    const draftId = await createDraft(api, token);
    const files = Array.from({ length: 10_000 }, (_, index) => {
      return { name: `day=${index % 31}/part-${index}.csv`, byte_size: 10 };
    });
    const { uploadId, body } = await announceFolder(api, token, draftId, { files });
    expect(body.full).toMatchObject({ file_count: 10_000, byte_size_max: 100_000 });
    const seen = new Set<string>();
    const address = `/listings/${draftId}/uploads/${uploadId}/files?limit=500`;
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: Json = (await get(cursor === "" ? address : `${address}&cursor=${cursor}`)).body;
      for (const { name } of page.items as { name: string }[]) seen.add(name);
      cursor = (page.pagination as { next_cursor: string | null }).next_cursor;
    }
    expect(seen.size).toBe(10_000);
    const over = [...files, { name: "one-more.csv", byte_size: 1 }];
    const address2 = `/listings/${draftId}/upload-urls`;
    const refused = await api.send("POST", address2, { token, body: { files: over } });
    expect(refused.body).toMatchObject({ status: 400, code: "invalid_request" });
  });
});

describe("a name", () => {
  test("that could leave the folder, or is not the same everywhere, is refused with its place", async () => {
    const draftId = await createDraft(api, token);
    const names = [
      "ok.csv",
      "../a.csv",
      "/etc/passwd",
      "a\\b.csv",
      "A/x.csv",
      "a/X.csv",
      "nul.csv",
    ];
    const body = { files: names.map((name) => ({ name, byte_size: 1 })) };
    const answer = await api.send("POST", `/listings/${draftId}/upload-urls`, { token, body });
    expect(answer.status).toBe(400);
    const found = answer.body.errors as { pointer: string; code: string }[];
    expect(found.map(({ pointer, code }) => [pointer, code])).toEqual([
      ["/files/1/name", "not_plain"],
      ["/files/2/name", "absolute"],
      ["/files/3/name", "backslash"],
      ["/files/5/name", "name_collision"],
      ["/files/6/name", "reserved_name"],
    ]);
  });

  test("that Windows cannot write is reported", async () => {
    const draftId = await createDraft(api, token);
    const body = { files: [{ name: "2024-01-01T00:00.csv", byte_size: 3 }] };
    const { body: answer } = await announceFolder(api, token, draftId, body);
    expect(answer.warnings).toMatchObject([{ code: "not_for_windows" }]);
  });
});
