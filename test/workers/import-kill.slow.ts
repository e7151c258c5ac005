/** An import arrives whole, however often its worker is killed. */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { listings, uploadImports, uploads } from "../../db/schema/index.ts";
import { createImport } from "../../market/listing/import/create-import.ts";
import { testFileServer } from "../support/file-server.ts";
import { eventually } from "../support/stack.ts";
import { runScript, seedSeller, testSuite, type WorkerProcess } from "../support/workers.ts";

setDefaultTimeout(120_000);

const suite = await testSuite();
const server = await testFileServer();
const children: WorkerProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
});

const mebibyte = 1024 ** 2;
const bytes = new Uint8Array(60 * mebibyte + 5).map((_, index) => (index * 17) % 253);
const sha256 = createHash("sha256").update(bytes).digest("hex");
const kills = 4;

function start(): WorkerProcess {
  const child = runScript(suite, "workers/main.ts", ["webhooks"]);
  children.push(child);
  return child;
}

async function seedDraft(agentId: string): Promise<string> {
  const id = v7();
  const now = new Date();
  await suite.db.insert(listings).values({
    ...{ id, agentId, title: "Large", description: "", category: "other", tags: [] },
    ...{ pricingType: "buy_it_now", priceCents: 0, createdAt: now, updatedAt: now },
    columnNames: [],
  });
  return id;
}

test("killed again and again, it continues and is the promised file", async () => {
  server.put("/large.bin", bytes);
  let isKilling = true;
  const starts: number[] = [];
  server.intercept((request, response) => {
    if (request.headers.range === "bytes=0-0") return server.serve(request, response);
    const from = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? "")?.[1] ?? 0);
    starts.push(from);
    response.writeHead(from === 0 ? 200 : 206, {
      "content-length": bytes.byteLength - from,
      "content-range": `bytes ${from}-${bytes.byteLength - 1}/${bytes.byteLength}`,
      etag: '"/large.bin"',
    });
    let at = from;
    const send = () => {
      if (response.destroyed) return;
      // Each worker gets one part and a half, and is killed in the middle.
      if (isKilling && at >= from + 12 * mebibyte) {
        setTimeout(send, 15);
        return;
      }
      if (at >= bytes.byteLength) {
        response.end();
        return;
      }
      const piece = bytes.subarray(at, at + mebibyte);
      at += piece.byteLength;
      response.write(piece, () => setTimeout(send, 15));
    };
    send();
  });
  const agentId = await seedSeller(suite.db);
  const listingId = await seedDraft(agentId);
  const agent = { kind: "agent", agentId, verified: true } as const;
  const { id } = await createImport(suite.ctx, agent, listingId, {
    from: `${server.url}/large.bin`,
    sha256,
  });
  const read = async () =>
    (await suite.db.select().from(uploadImports).where(eq(uploadImports.id, id)))[0];
  const countParts = async () => {
    const [upload] = await suite.db.select().from(uploads).where(eq(uploads.id, id));
    const { storagePath, multipartId } = upload ?? {};
    if (storagePath == null || multipartId == null) return 0;
    return (await suite.storage.listParts(storagePath, multipartId))?.length ?? 0;
  };
  for (let kill = 1; kill <= kills; kill += 1) {
    const before = await countParts();
    const child = start();
    await eventually(async () => (await countParts()) > before, { timeoutMs: 60_000 });
    child.kill("SIGKILL");
    await child.exited;
    // The lease of the killed worker is over.
    const { claims = 0 } = (await read()) ?? {};
    expect(claims).toBe(kill);
    await suite.db
      .update(uploadImports)
      .set({ dueAt: new Date() })
      .where(eq(uploadImports.state, "running"));
  }
  isKilling = false;
  start();
  await eventually(async () => (await read())?.state === "done", { timeoutMs: 60_000 });
  expect(starts).toEqual(starts.toSorted((a, b) => a - b));
  expect(new Set(starts).size).toBeGreaterThan(2);
  const [upload] = await suite.db.select().from(uploads).where(eq(uploads.id, id));
  expect(upload?.state).toBe("attached");
  const hash = createHash("sha256");
  for await (const chunk of await suite.storage.read(upload?.storagePath ?? "")) hash.update(chunk);
  expect(hash.digest("hex")).toBe(sha256);
});
