/** A purchase arrives in its buyer's bucket, however often the worker is killed. */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { auditLog, bucketDeliveries, deliveryTargets, uploads } from "../../db/schema/index.ts";
import { putDeliveryTarget } from "../../market/delivery/targets.ts";
import { createS3Storage } from "../../platform/storage/s3.ts";
import { forFile } from "../support/for-file.ts";
import { buy, offer, openMoney } from "../support/money.ts";
import { startRadosgw } from "../support/radosgw/radosgw.ts";
import { createTestDir, eventually, testEnv } from "../support/stack.ts";
import { runScript, type WorkerProcess } from "../support/workers.ts";

setDefaultTimeout(300_000);

const money = await forFile(openMoney());
const { api, seller, buyer } = money;
const gateway = await startRadosgw({ dataDir: createTestDir() });
const children: WorkerProcess[] = [];
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await gateway.stop();
});

const mebibyte = 1024 ** 2;
const bytes = new Uint8Array(150 * mebibyte + 9).map((_, index) => (index * 17) % 253);
const sha256 = createHash("sha256").update(bytes).digest("hex");
const kills = 4;

test("killed again and again, it continues and is the promised file", async () => {
  const { region, bucket, endpoint, accessKeyId, secretAccessKey } = gateway;
  await putDeliveryTarget(api.ctx, buyer.operator, {
    ...{ bucket, endpoint, region, prefix: "kill" },
    ...{ access_key_id: accessKeyId, secret_access_key: secretAccessKey },
  });
  const datasetId = await offer(api, seller, { sha256 });
  await api.ctx.storage.write(`large/${datasetId}`, bytes, "application/octet-stream");
  const head = await api.ctx.storage.head(`large/${datasetId}`);
  const stored = { storagePath: `large/${datasetId}`, byteSize: bytes.byteLength };
  await api.db
    .update(uploads)
    .set({ ...stored, objectEtag: head?.etag ?? "" })
    .where(eq(uploads.listingId, datasetId));
  const { body } = await buy(api, buyer, datasetId);
  expect(body.status).toBe("in_escrow");
  const env = await testEnv({
    DATABASE_URL: api.config.DATABASE_URL,
    ...(api.config.storage.kind === "disk" ? { STORAGE_DIR: api.config.storage.rootDir } : {}),
  });
  const start = () => {
    const child = runScript({ env }, "workers/main.ts", ["webhooks"]);
    children.push(child);
    return child;
  };
  const read = async () => (await api.db.select().from(bucketDeliveries))[0];
  let killed = 0;
  for (; killed < kills; killed += 1) {
    const child = start();
    await eventually(async () => ["running", "delivered"].includes((await read())?.state ?? ""), {
      timeoutMs: 60_000,
      everyMs: 5,
    });
    const seen = (await read())?.uploadId;
    await eventually(async () => (await read())?.uploadId !== seen || seen !== null, {
      timeoutMs: 60_000,
      everyMs: 5,
    });
    child.kill("SIGKILL");
    await child.exited;
    // The lease of the killed worker is over.
    const due = { state: "waiting", dueAt: new Date() } as const;
    await api.db.update(bucketDeliveries).set(due).where(eq(bucketDeliveries.state, "running"));
  }
  start();
  await eventually(async () => (await read())?.state === "delivered", { timeoutMs: 120_000 });
  const config = { kind: "s3", region, bucket, endpoint, accessKeyId, secretAccessKey } as const;
  const inBucket = createS3Storage({ ...config, etagsAreMd5: true, publicEndpoint: undefined });
  const [object] = await inBucket.list(`kill/${datasetId}/v1/`, { keysMax: 5 });
  const hash = createHash("sha256");
  for await (const chunk of await inBucket.read(object?.key ?? "")) hash.update(chunk);
  expect(hash.digest("hex")).toBe(sha256);
  const actions = await api.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, String(body.id)));
  const downloads = actions.filter(({ action }) => action === "purchase.download_issued");
  expect(downloads).toHaveLength(1);
  expect(await api.db.$count(deliveryTargets)).toBe(1);
});
