/** A buyer's downloads of a folder: one file, pages of files, the manifest, and a zip file. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { predictLength } from "client-zip";
import { eq } from "drizzle-orm";
import { uploadFiles } from "../../../db/schema/index.ts";
import { ArchiveLength } from "../../../market/catalogue/folder/archive-length.ts";
import type { Json } from "../../support/api.ts";
import { createDraft } from "../../support/listings.ts";
import { purchaseOf, readPurchase, testMarket } from "../../support/market.ts";
import { findProgram } from "../../support/programs/debian-programs.ts";
import { findCroissantFaults } from "../discovery/croissant-rules.ts";
import { type Contents, publishedFolder } from "./support.ts";

setDefaultTimeout(60_000);

const market = await testMarket();
const { api, seller, buyer } = market;

const contents: Contents = {
  "data/year=2023/part-0.csv": "id,city\n3,Braga\n4,Faro\n",
  "data/year=2024/part-0.csv": "id,city\n1,Lisbon\n2,Porto\n",
  "données.csv": `n,text\n${Array.from({ length: 3000 }, (_, i) => `${i},row ${i}`).join("\n")}\n`,
  "empty.txt": "",
};
const paths = [
  "data/year=2023/part-0.csv",
  "data/year=2024/part-0.csv",
  "données.csv",
  "empty.txt",
];
const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex");

type File = { path: string; byte_size: number; sha256: string | null; download_url: string | null };

async function folderOnSale(priceCents: number): Promise<string> {
  const draftId = await createDraft(api, seller.token, { price_cents: priceCents });
  return publishedFolder(api, seller.token, draftId, contents);
}

async function bytesOf(url: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(String(url), { headers });
  return { status: answer.status, bytes: new Uint8Array(await answer.arrayBuffer()), answer };
}

async function runTool(command: string[]): Promise<string> {
  const child = Bun.spawn(command, { stdout: "pipe", stderr: "inherit" });
  const text = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error(`${command[0]} failed: ${text}`);
  return text;
}

const listZip = `
import hashlib, json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    assert archive.testzip() is None
    print(json.dumps({i.filename: hashlib.sha256(archive.read(i)).hexdigest() for i in archive.infolist()}))
`;

describe("a free folder", () => {
  test("is listed with hashes and URLs that take ranges, and its manifest has the dataset's hash", async () => {
    const id = await folderOnSale(0);
    const dataset = (await api.send("GET", `/datasets/${id}`)).body;
    expect(dataset).toMatchObject({ file_count: 4 });
    const page = (await api.send("GET", `/datasets/${id}/files?limit=3`)).body;
    const first = page.items as File[];
    const { next_cursor: cursor } = page.pagination as Json;
    const rest = (await api.send("GET", `/datasets/${id}/files?limit=3&cursor=${cursor}`)).body;
    const files = [...first, ...(rest.items as File[])];
    expect(files.map(({ path }) => path)).toEqual(paths);
    for (const { path, sha256: hash, download_url: url } of files) {
      const { bytes } = await bytesOf(url);
      expect(sha256(bytes)).toBe(String(hash));
      expect(Buffer.from(bytes).toString()).toBe(String(contents[path]));
    }
    const range = await bytesOf(files[2]?.download_url, { range: "bytes=2-5" });
    expect([range.status, Buffer.from(range.bytes).toString()]).toEqual([206, "text"]);
    const lead = await api.send("GET", `/datasets/${id}/manifest`);
    const manifest = await fetch(String(lead.headers.get("location")));
    const text = await manifest.text();
    expect(sha256(text)).toBe(String(dataset.sha256));
    expect((JSON.parse(text).files as File[]).map(({ path }) => path)).toEqual(paths);
  });

  test("comes file by file, by its path, and refuses paths that it does not have", async () => {
    const id = await folderOnSale(0);
    const path = encodeURIComponent("données.csv");
    const one = (await api.send("GET", `/datasets/${id}/download-url?path=${path}`)).body;
    expect(sha256((await bytesOf(one.download_url)).bytes)).toBe(String(one.sha256));
    const none = await api.send("GET", `/datasets/${id}/download-url?path=nowhere.csv`);
    expect(none.body).toMatchObject({ status: 404, code: "file_not_found" });
    const up = await api.send("GET", `/datasets/${id}/download-url?path=..%2Fnowhere.csv`);
    expect(up.body).toMatchObject({ status: 404, code: "file_not_found" });
  });

  test("comes as one zip file that unzip and Python read", async () => {
    const id = await folderOnSale(0);
    const { body } = await api.send("GET", `/datasets/${id}/download-url`);
    expect(body.sha256).toBeNull();
    const { bytes, answer } = await bytesOf(body.download_url);
    expect(answer.headers.get("content-type")).toBe("application/zip");
    expect(bytes.length).toBe(Number(body.byte_size));
    const dir = await mkdtemp(join(tmpdir(), "folder-zip-"));
    const file = join(dir, "folder.zip");
    await writeFile(file, bytes);
    const found = JSON.parse(
      await runTool([await findProgram("python3"), "-c", listZip, file]),
    ) as Json;
    const wanted = paths.map((path) => [path, sha256(String(contents[path]))]);
    expect(found).toEqual(Object.fromEntries(wanted));
    await runTool([await findProgram("unzip"), "-q", file, "-d", dir]);
    expect(await readFile(join(dir, paths[0] ?? ""), "utf8")).toBe(
      String(contents[paths[0] ?? ""]),
    );
    await rm(dir, { recursive: true });
    const changed = await fetch(`${body.download_url}x`);
    expect(changed.status).toBe(403);
    expect(await changed.json()).toMatchObject({ code: "signature_invalid" });
  });

  test("with a file that was changed in the store is not delivered", async () => {
    const id = await folderOnSale(0);
    const { body } = await api.send("GET", `/datasets/${id}/download-url`);
    const [row] = await api.db
      .select()
      .from(uploadFiles)
      .where(eq(uploadFiles.path, "données.csv"))
      .orderBy(uploadFiles.uploadId)
      .then((rows) => rows.slice(-1));
    const other = Buffer.from(String(contents["données.csv"]).replace("row 7", "ROW 7"));
    await api.ctx.storage.write(row?.storagePath ?? "", other, "text/csv");
    const refused = await api.send("GET", `/datasets/${id}/download-url`);
    expect(refused.body).toMatchObject({ code: "file_not_available" });
    const page = await api.send("GET", `/datasets/${id}/files`);
    expect(page.body).toMatchObject({ code: "file_not_available" });
    // A stream whose address was issued earlier breaks off, so no complete zip file arrives.
    const broken = await bytesOf(body.download_url).catch(() => null);
    expect(broken?.bytes.length).not.toBe(Number(body.byte_size));
  });
});

describe("a paid folder", () => {
  test("shows names and sizes to everybody, and hashes and bytes to buyers", async () => {
    const id = await folderOnSale(1000);
    const open = (await api.send("GET", `/datasets/${id}/files`)).body.items as File[];
    expect(open.map(({ path }) => path)).toEqual(paths);
    expect(open.every((file) => file.sha256 === null && file.download_url === null)).toBe(true);
    expect((await api.send("GET", `/datasets/${id}/manifest`)).status).toBe(402);
    const purchaseId = await purchaseOf(market, id);
    const { token } = buyer;
    const own = (await api.send("GET", `/purchases/${purchaseId}/files`, { token })).body;
    for (const { path, sha256: hash, download_url: url } of own.items as File[]) {
      expect(sha256((await bytesOf(url)).bytes)).toBe(String(hash));
      expect(hash).toBe(sha256(String(contents[path])));
    }
    const path = "data%2Fyear%3D2024%2Fpart-0.csv";
    const address = `/purchases/${purchaseId}/download-url`;
    const one = (await api.send("GET", `${address}?path=${path}`, { token })).body;
    expect((await bytesOf(one.download_url)).bytes.length).toBe(Number(one.byte_size));
    const all = (await api.send("GET", address, { token })).body;
    expect((await bytesOf(all.download_url)).bytes.length).toBe(Number(all.byte_size));
    const manifest = await api.send("GET", `/purchases/${purchaseId}/manifest`, { token });
    expect(manifest.status).toBe(302);
    const text = (await bytesOf(manifest.headers.get("location"))).bytes;
    expect(sha256(text)).toBe(String(all.manifest_sha256));
  });

  test("with a missing file is refunded automatically and taken off sale", async () => {
    const id = await folderOnSale(1000);
    const purchaseId = await purchaseOf(market, id);
    const bought = await readPurchase(api, purchaseId);
    const [row] = await api.db
      .select()
      .from(uploadFiles)
      .where(eq(uploadFiles.uploadId, bought.uploadId));
    await api.ctx.storage.delete(row?.storagePath ?? "");
    const address = `/purchases/${purchaseId}/download-url`;
    const refused = await api.send("GET", address, { token: buyer.token });
    expect(refused.body).toMatchObject({ code: "file_not_available" });
    expect(refused.body.detail).toContain("refunded");
    const after = await readPurchase(api, purchaseId);
    expect(after).toMatchObject({ state: "refunded", refundCause: "file_missing" });
    expect((await api.send("GET", `/datasets/${id}`)).status).toBe(404);
  });
});

test("the length of a zip file is known before it is made", () => {
  for (let round = 0; round < 50; round++) {
    const sizes = [0, 1, 65_535, 0xfffffffe, 0xffffffff, 5e9, Math.floor(Math.random() * 1e10)];
    const files = Array.from({ length: Math.floor(Math.random() * 8) }, (_, index) => {
      const byteSize = sizes[Math.floor(Math.random() * sizes.length)] ?? 0;
      return { path: `é/${"x".repeat(index * 7 + 1)}`, byteSize };
    });
    const length = new ArchiveLength();
    for (const file of files) length.add(file);
    const told = predictLength(files.map(({ path, byteSize }) => ({ name: path, size: byteSize })));
    expect(BigInt(length.bytes)).toBe(told);
  }
});

test("Croissant describes a folder as the zip file that it comes as, with each of its files", async () => {
  const id = await folderOnSale(0);
  const { body } = await api.send("GET", `/datasets/${id}/croissant`);
  // The zip file is created while it is sent, so its hash is unknown before.
  expect(await findCroissantFaults(body)).toEqual([expect.stringMatching(/zip has no SHA-256$/)]);
  const [container, ...files] = body.distribution as Json[];
  const self = `${api.config.PUBLIC_BASE_URL}/datasets/${id}`;
  expect(container).toMatchObject({
    "@type": "cr:FileObject",
    encodingFormat: "application/zip",
    contentUrl: `${self}/file`,
  });
  expect(container).not.toHaveProperty("sha256");
  const { sha256: manifestHash } = (await api.send("GET", `/datasets/${id}`)).body;
  const facts = (path: string) => {
    const text = String(contents[path]);
    return { contentSize: `${Buffer.byteLength(text)} B`, sha256: sha256(text) };
  };
  const containedIn = { "@id": container?.["@id"] };
  const [older = "", newer = ""] = paths;
  expect(files).toMatchObject([
    { "@type": "cr:FileSet", includes: "data/year=*/part-0.csv" },
    { contentUrl: "données.csv", containedIn, ...facts("données.csv") },
    { contentUrl: `${self}/manifest`, sha256: String(manifestHash) },
    { contentUrl: older, containedIn, ...facts(older) },
    { contentUrl: newer, containedIn, ...facts(newer) },
    { contentUrl: "empty.txt", containedIn, ...facts("empty.txt") },
  ]);
});

test("Croissant names the files of a paid folder with their sizes and without their hashes", async () => {
  const id = await folderOnSale(1000);
  const { body } = await api.send("GET", `/datasets/${id}/croissant`);
  const [, ...files] = body.distribution as Json[];
  const told = files.filter(({ contentSize }) => contentSize !== undefined);
  expect(told.map(({ contentUrl }) => String(contentUrl)).sort()).toEqual(paths);
  expect(JSON.stringify(files)).not.toContain("sha256");
});
