/** Listings whose files were profiled by the real engine, with their join keys. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { DEFAULT_LIMITS } from "../../dataset/base/limits.ts";
import { profileDataset } from "../../dataset/profile-dataset.ts";
import type { TableColumn } from "../../db/queries/search/join-columns.ts";
import { listings, uploads } from "../../db/schema/index.ts";
import { recordProfile } from "../../market/listing/record-profile.ts";
import { isFree } from "../../market/pricing.ts";
import { joinKeyOf } from "../../market/profile/join/join-key.ts";
import type { JoinColumn } from "../../market/profile/join/schemas.ts";
import { readJoinColumns } from "../../workers/jobs/read-join-columns.ts";
import type { Json, TestApi } from "./api.ts";
import { attachFile, createDraft } from "./listings.ts";

const documentation = { titleLength: 20, descriptionLength: 200, tagCount: 2, hasLicense: true };

/** Profiles a file as a child process would. */
async function profileFile(content: string | Uint8Array, joinKey: string, paid = false) {
  const workDir = await mkdtemp(join(tmpdir(), "joinable-"));
  try {
    const filePath = join(workDir, "file");
    await writeFile(filePath, content);
    const report = await profileDataset(
      {
        filePath,
        workDir,
        formatHint: null,
        fileSha256: "a".repeat(64),
        byteSize: Buffer.byteLength(content),
        datasetVersion: "test",
        paid,
        documentation,
        computedAt: new Date("2026-11-22T00:00:00Z"),
        limits: DEFAULT_LIMITS,
        joinKey,
      },
      () => {},
    );
    if (report.outcome !== "generated") throw new Error(`no sample: ${report.error.detail}`);
    return {
      report,
      joinColumns: await readJoinColumns(report, workDir, paid ? { hashKey: joinKey } : null),
    };
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}

/** The file's joinable columns. */
export async function joinColumnsOf(content: string | Uint8Array): Promise<TableColumn[]> {
  return (await profileFile(content, exampleKey)).joinColumns;
}

const exampleKey = "00112233445566ff";

/** The CSV's joinable columns, by name. */
export async function joinColumnsOfCsv(csv: string, joinKey = exampleKey) {
  const { joinColumns } = await profileFile(csv, joinKey);
  return new Map(joinColumns.map((column): [string, JoinColumn] => [column.name, column]));
}

/** A draft with a profiled file. */
export async function readDraft(
  api: TestApi,
  token: string,
  csv: string,
  fields: Json = {},
): Promise<string> {
  const draftId = await createDraft(api, token, fields);
  await attachCsv(api, token, draftId, csv);
  return draftId;
}

/** Attaches a profiled file to a draft or an open version. */
export async function attachCsv(
  api: TestApi,
  token: string,
  listingId: string,
  csv: string,
): Promise<void> {
  const path = await attachFile(api, token, listingId, csv);
  const [row] = await api.db
    .select()
    .from(uploads)
    .innerJoin(listings, eq(listings.id, uploads.listingId))
    .where(eq(uploads.storagePath, path));
  if (row === undefined) throw new Error(`no upload has the path ${path}`);
  const forFree = isFree(row.listings);
  const key = joinKeyOf(api.ctx.config).hashKey;
  const { report, joinColumns } = await profileFile(csv, key, !forFree);
  const { format, compression, profile, charts } = report;
  const samplePath = `samples/${row.uploads.id}.json`;
  const sample = new TextEncoder().encode(JSON.stringify(report.sample));
  await api.ctx.storage.write(samplePath, sample, "application/json");
  const file = { sha256: "a".repeat(64), byteSize: csv.length };
  const found = { format, compression, samplePath, profile, charts, changes: [], joinColumns };
  const actor = { kind: "system" as const, name: "test" };
  const outcome = { state: "generated" as const, file, forFree, ...found };
  const recorded = await recordProfile(api.ctx, actor, row.uploads.id, outcome);
  if (recorded.kind !== "recorded") throw new Error("the result was dropped");
}

export async function publishCsv(
  api: TestApi,
  token: string,
  csv: string,
  fields: Json = {},
): Promise<string> {
  const draftId = await readDraft(api, token, csv, fields);
  const answer = await api.send("POST", `/listings/${draftId}/publish`, { token });
  if (answer.status !== 200) throw new Error(`the publication failed: ${answer.text}`);
  return draftId;
}

/** A CSV from columns of equal length. */
export function csvOf(columns: Record<string, readonly (string | number)[]>): string {
  const names = Object.keys(columns);
  const rows = columns[names[0] ?? ""]?.length ?? 0;
  const lines = Array.from({ length: rows }, (_, row) => {
    return names.map((name) => columns[name]?.[row] ?? "").join(",");
  });
  return `${[names.join(","), ...lines].join("\n")}\n`;
}
