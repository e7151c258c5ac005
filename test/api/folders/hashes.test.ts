/** Files whose bytes differ from the announced ones: refused at upload, or found by the worker. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import { sellerAgent } from "../../support/agents.ts";
import { type Json, testApi } from "../../support/api.ts";
import { createDraft } from "../../support/listings.ts";
import {
  announceFolder,
  attachFolder,
  type Contents,
  profileUpload,
  sendAwaited,
  uploadFolder,
} from "./support.ts";

setDefaultTimeout(60_000);

const api = await testApi();
const { token } = await sellerAgent(api);

const nameOf = (index: number) => `part-${String(index).padStart(2, "0")}.csv`;
const contents: Contents = Object.fromEntries(
  Array.from({ length: 50 }, (_, index) => [nameOf(index), `id,city\n${index},Lisbon\n`]),
);
const bad = nameOf(17);
const sha256 = (text: string | Uint8Array) => createHash("sha256").update(text).digest("hex");

/** The announcement of files with their hashes. */
function hashed(given: Contents): Json {
  const files = Object.entries(given).map(([name, content]) => {
    return { name, byte_size: Buffer.from(content).length, sha256: sha256(content) };
  });
  return { files };
}

const corrupt = (content: string | Uint8Array) => String(content).replace("Lisbon", "Lisbom");

type Item = { name: string; position: number; state: string; upload_url: string | null };

async function awaited(listingId: string, uploadId: string): Promise<Item[]> {
  const address = `/listings/${listingId}/uploads/${uploadId}/files?state=awaited`;
  return (await api.send("GET", address, { token })).body.items as Item[];
}

/** Sends a file in one part: the store then knows only the part's hash, not the whole file's. */
async function sendInParts(
  upload: { listingId: string; uploadId: string },
  { position }: { position: number },
  body: string,
): Promise<void> {
  const address = `/listings/${upload.listingId}/uploads/${upload.uploadId}/files/${position}/part-urls`;
  const asked = await api.send("POST", address, { token, body: {} });
  const [part] = asked.body.parts as { upload_url: string }[];
  expect((await fetch(String(part?.upload_url), { method: "PUT", body })).status).toBe(200);
  expect((await api.send("POST", address, { token, body: {} })).body.state).toBe("arrived");
}

const publish = (listingId: string) =>
  api.send("POST", `/listings/${listingId}/publish`, { token });

describe("a file with other bytes than were announced", () => {
  test("is refused by its URL, and of 50 files only that one is sent again", async () => {
    const listingId = await createDraft(api, token);
    const announced = await announceFolder(api, token, listingId, hashed(contents));
    const upload = { listingId, uploadId: announced.uploadId };
    const broken = { ...contents, [bad]: corrupt(contents[bad] ?? "") };
    const sending = sendAwaited(api, token, upload, broken);
    expect(String(await sending.catch((error: unknown) => error))).toContain(
      "upload_checksum_mismatch",
    );
    for (const { name, upload_url: url } of await awaited(listingId, announced.uploadId)) {
      if (name === bad) continue;
      const put = await fetch(String(url), { method: "PUT", body: String(contents[name]) });
      expect(put.status).toBe(200);
    }
    const left = await awaited(listingId, announced.uploadId);
    expect(left.map(({ name }) => name)).toEqual([bad]);
    const early = await attachFolder(api, token, listingId, announced.path);
    expect(early.body).toMatchObject({ status: 400, code: "file_not_uploaded" });
    expect(JSON.stringify(early.body.errors)).toContain(bad);
    expect(await sendAwaited(api, token, upload, contents)).toBe(1);
    expect((await attachFolder(api, token, listingId, announced.path)).status).toBe(200);
    expect((await profileUpload(api, announced.uploadId)).state).toBe("generated");
    expect((await publish(listingId)).status).toBe(200);
  });

  test("that a worker finds is not published, is named with advice, and only that file is sent again", async () => {
    const listingId = await createDraft(api, token);
    const announced = await announceFolder(api, token, listingId, hashed(contents));
    const { uploadId, path } = announced;
    const upload = { listingId, uploadId };
    const others = Object.keys(contents).filter((name) => name !== bad && name !== nameOf(31));
    for (const { name, position } of await awaited(listingId, uploadId)) {
      if (others.includes(name)) continue;
      await sendInParts(upload, { position }, corrupt(contents[name] ?? ""));
    }
    expect(await sendAwaited(api, token, upload, contents)).toBe(48);
    expect((await attachFolder(api, token, listingId, path)).status).toBe(200);
    await profileUpload(api, uploadId);

    const listing = (await api.send("GET", `/listings/${listingId}`, { token })).body;
    expect(listing.data_profile).toMatchObject({
      auto_sample_status: "no_sample",
      error: { code: "file_hash_differs" },
      sha256: null,
    });
    const refused = await publish(listingId);
    expect(refused.body).toMatchObject({ status: 400, code: "listing_incomplete" });
    const [blocker] = refused.body.errors as { code: string; detail: string }[];
    expect(blocker?.code).toBe("file_hash_differs");
    expect(blocker?.detail).toContain(bad);
    expect(blocker?.detail).toContain(nameOf(31));
    expect(blocker?.detail).toContain("state=awaited");
    expect(listing.publish_blockers).toEqual([
      { pointer: "/full_data_path", code: "file_hash_differs", detail: String(blocker?.detail) },
    ]);

    const left = await awaited(listingId, uploadId);
    expect(left.map(({ name }) => name)).toEqual([bad, nameOf(31)]);
    expect(await sendAwaited(api, token, upload, contents)).toBe(2);
    expect((await attachFolder(api, token, listingId, path)).status).toBe(200);
    expect((await profileUpload(api, uploadId)).state).toBe("generated");
    const published = await publish(listingId);
    expect(published.status).toBe(200);
    expect(published.body.data_profile).toMatchObject({ sha256: expect.any(String) });
  });

  test("in an open version blocks its publication, and the version on sale stays", async () => {
    const listingId = await createDraft(api, token);
    await uploadFolder(api, token, listingId, contents);
    expect((await publish(listingId)).status).toBe(200);
    await api.send("POST", `/listings/${listingId}/versions`, { token });
    const next = { ...contents, [bad]: "id,city\n17,Porto\n" };
    const { uploadId, path } = await announceFolder(api, token, listingId, hashed(next));
    const [file] = await awaited(listingId, uploadId);
    if (file === undefined) throw new Error("no file is awaited");
    expect(file.name).toBe(bad);
    const upload = { listingId, uploadId };
    await sendInParts(upload, file, "id,city\n17,Parto\n");
    expect((await attachFolder(api, token, listingId, path)).status).toBe(200);
    await profileUpload(api, uploadId);
    const refused = await publish(listingId);
    expect(JSON.stringify(refused.body.errors)).toContain("file_hash_differs");
    const listing = (await api.send("GET", `/listings/${listingId}`, { token })).body;
    expect(listing).toMatchObject({ status: "active", version: 1 });
    expect(await sendAwaited(api, token, upload, next)).toBe(1);
    expect((await attachFolder(api, token, listingId, path)).status).toBe(200);
    expect((await profileUpload(api, uploadId)).state).toBe("generated");
    expect((await publish(listingId)).body).toMatchObject({ version: 2 });
  });
});
