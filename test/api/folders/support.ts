/** Folders that are announced, sent, attached, and profiled by the real engine in this process. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { DEFAULT_LIMITS } from "../../../dataset/base/limits.ts";
import { profileDataset } from "../../../dataset/profile-dataset.ts";
import { uploads } from "../../../db/schema/index.ts";
import { isFree } from "../../../market/pricing.ts";
import type { DatasetRunner } from "../../../workers/jobs/dataset-runner.ts";
import { createProfileJob } from "../../../workers/jobs/profile-upload.ts";
import type { Json, TestApi } from "../../support/api.ts";
import { silentLog } from "../../support/log-lines.ts";
import { testMetrics } from "../../support/workers.ts";

/** A folder's contents by file name. */
export type Contents = Record<string, string | Uint8Array>;

type Item = { name: string; byte_size: number; state: string; upload_url: string | null };
type Page = { items: Item[]; pagination: { next_cursor: string | null; has_more: boolean } };
export type Announced = { path: string; uploadId: string; body: Json; files: Page };

const bytesOf = (content: string | Uint8Array) => Buffer.from(content);

/** The seller's announcement of the files. */
export function announcement(contents: Contents): Json {
  const files = Object.entries(contents).map(([name, content]) => {
    return { name, byte_size: bytesOf(content).length };
  });
  return { files };
}

export async function announceFolder(
  api: TestApi,
  token: string,
  listingId: string,
  body: Json,
): Promise<Announced> {
  const answer = await api.send("POST", `/listings/${listingId}/upload-urls`, { token, body });
  if (answer.status !== 200) throw new Error(`the folder was refused: ${answer.text}`);
  const full = answer.body.full as { path: string; upload_id: string };
  const files = answer.body.files as Page;
  return { path: full.path, uploadId: full.upload_id, body: answer.body, files };
}

/**
 * Sends the missing files, page by page, as a seller does after any interruption; returns how many
 * were sent.
 */
export async function sendAwaited(
  api: TestApi,
  token: string,
  { listingId, uploadId, filesMax }: { listingId: string; uploadId: string; filesMax?: number },
  contents: Contents,
): Promise<number> {
  const address = `/listings/${listingId}/uploads/${uploadId}/files?state=awaited`;
  let sent = 0;
  for (let cursor: string | null = ""; cursor !== null; ) {
    const asked = cursor === "" ? address : `${address}&cursor=${cursor}`;
    const answer = await api.send("GET", asked, { token });
    if (answer.status !== 200) throw new Error(`the page was refused: ${answer.text}`);
    const page = answer.body as unknown as Page;
    for (const { name, upload_url: url } of page.items) {
      if (filesMax !== undefined && sent >= filesMax) return sent;
      const body = bytesOf(contents[name] ?? "");
      const put = await fetch(String(url), { method: "PUT", body });
      if (put.status !== 200) throw new Error(`the PUT failed: ${await put.text()}`);
      sent++;
    }
    cursor = page.pagination.next_cursor;
  }
  return sent;
}

export async function attachFolder(api: TestApi, token: string, listingId: string, path: string) {
  const body = { full_data_path: path };
  return api.send("PATCH", `/listings/draft/${listingId}`, { token, body });
}

/** Announces, sends, attaches and profiles a folder. */
export async function uploadFolder(
  api: TestApi,
  token: string,
  listingId: string,
  contents: Contents,
  body: Json = announcement(contents),
): Promise<Announced> {
  const announced = await announceFolder(api, token, listingId, body);
  await sendAwaited(api, token, { listingId, uploadId: announced.uploadId }, contents);
  const patch = await attachFolder(api, token, listingId, announced.path);
  if (patch.status !== 200) throw new Error(`the PATCH failed: ${patch.text}`);
  await profileUpload(api, announced.uploadId);
  return announced;
}

/** A folder on sale; returns the listing's id. */
export async function publishedFolder(
  api: TestApi,
  token: string,
  listingId: string,
  contents: Contents,
): Promise<string> {
  await uploadFolder(api, token, listingId, contents);
  const answer = await api.send("POST", `/listings/${listingId}/publish`, { token });
  if (answer.status !== 200) throw new Error(`the publication failed: ${answer.text}`);
  return listingId;
}

/** The engine in this process, so that no child has to start for each folder of a test. */
const datasetsHere: DatasetRunner = {
  async run({ job, filePath, byteSize, folder, facts, workDir, computedAt }) {
    const input = {
      filePath,
      workDir,
      formatHint: job.schemaFormat,
      fileSha256: (await facts()).sha256,
      byteSize,
      datasetVersion: job.uploadId,
      paid: !isFree(job),
      documentation: { titleLength: 20, descriptionLength: 100, tagCount: 1, hasLicense: true },
      computedAt,
      limits: DEFAULT_LIMITS,
      ...(folder && { folder }),
    };
    return profileDataset(input, () => {});
  },
  makeTwins: async () => [],
  drawRows: async () => ({ outcome: "none", detail: "It is not drawn here." }),
  asFailure: () => null,
  stop: async () => {},
};

/** Delivers jobs until the upload's job has ended, as a worker does, and returns its row. */
export async function profileUpload(api: TestApi, uploadId: string) {
  const dir = await mkdtemp(join(tmpdir(), "folders-"));
  const processFolder = { path: dir, remove: () => rm(dir, { recursive: true, force: true }) };
  const job = createProfileJob({
    ctx: api.ctx,
    changes: { watch: () => () => {} } as never,
    processFolder,
    datasets: datasetsHere,
    metrics: testMetrics(),
  });
  const { signal } = new AbortController();
  const run = { jobId: null, deliveries: 1, signal, log: silentLog };
  try {
    for (;;) {
      const outcome = await job({ upload_id: uploadId }, run);
      if (outcome.kind !== "done") throw new Error(`the job did not end: ${outcome.detail}`);
      const [row] = await api.db.select().from(uploads).where(eq(uploads.id, uploadId));
      if (row === undefined) throw new Error(`there is no upload ${uploadId}`);
      // Another seller's job may have had its turn first.
      if (row.state !== "attached") return row;
    }
  } finally {
    await processFolder.remove();
  }
}
