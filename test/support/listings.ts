import { eq } from "drizzle-orm";
import { listings, uploads } from "../../db/schema/index.ts";
import { compareVersions } from "../../market/listing/compare-versions.ts";
import type { ProfileOutcome } from "../../market/listing/profile-outcome.ts";
import { recordProfile } from "../../market/listing/record-profile.ts";
import { isFree } from "../../market/pricing.ts";
import type { Profile, Sample } from "../../market/profile/schemas.ts";
import { packTables, tablePackPath } from "../../market/profile/table-pack.ts";
import type { Json, TestApi } from "./api.ts";
import { exampleProfile } from "./example-profile.ts";
import type { SeveralTables } from "./example-tables.ts";

export async function createDraft(api: TestApi, token: string, fields: Json = {}): Promise<string> {
  const body = { title: "Iris flowers", description: "Four measures of 150 flowers.", ...fields };
  const answer = await api.send("POST", "/listings/draft", { token, body });
  if (answer.status !== 201) throw new Error(`the draft failed: ${answer.text}`);
  return String(answer.body.id);
}

export const exampleCsv = "sepal,species\n5.1,setosa\n6.3,virginica\n";

/** Uploads a file through the signed URL and attaches it; returns its path. */
export async function attachFile(
  api: TestApi,
  token: string,
  draftId: string,
  content: string | Uint8Array<ArrayBuffer> = exampleCsv,
): Promise<string> {
  const urls = await api.send("POST", `/listings/${draftId}/upload-urls`, { token });
  const { upload_url: uploadUrl, path } = urls.body.full as { upload_url: string; path: string };
  const put = await fetch(uploadUrl, { method: "PUT", body: content });
  if (put.status !== 200) throw new Error(`the PUT failed: ${await put.text()}`);
  const patch = await api.send("PATCH", `/listings/draft/${draftId}`, {
    token,
    body: { full_data_path: path },
  });
  if (patch.status !== 200) throw new Error(`the PATCH failed: ${patch.text}`);
  return path;
}

export const exampleSample: Sample = {
  columns: [
    { name: "sepal", type: "number" },
    { name: "species", type: "string" },
  ],
  rows: [
    [5.1, "setosa"],
    [6.3, "virginica"],
  ],
  sampling: { method: "all_rows", seed: "9f86d081884c7d65", rows_total: 2, truncated_cells: 0 },
};

/** Ends the file's job as a worker would, without starting a worker. */
export async function endJob(
  api: TestApi,
  path: string,
  outcome: "generated" | "no_sample" = "generated",
  sample: Sample = exampleSample,
  profile: Profile = exampleProfile,
  several: SeveralTables | null = null,
): Promise<void> {
  const [row] = await api.db
    .select()
    .from(uploads)
    .innerJoin(listings, eq(listings.id, uploads.listingId))
    .where(eq(uploads.storagePath, path));
  if (row === undefined) throw new Error(`no upload has the path ${path}`);
  const { uploads: upload, listings: listing } = row;
  const samplePath = `samples/${upload.id}.json`;
  const bytes = new TextEncoder().encode(JSON.stringify(sample));
  await api.ctx.storage.write(samplePath, bytes, "application/json");
  if (several) {
    const pack = packTables(several.others);
    await api.ctx.storage.write(tablePackPath(samplePath), pack, "application/octet-stream");
  }
  const file = { sha256: "a".repeat(64), byteSize: upload.byteSize ?? 0 };
  const outcomes: Record<typeof outcome, ProfileOutcome> = {
    generated: {
      state: "generated",
      file,
      forFree: isFree(listing),
      format: "csv",
      compression: null,
      samplePath,
      profile,
      charts: { thumbnail: null },
      otherProfiles: several?.others.map((other) => other.profile) ?? [],
      changes: await compareVersions(
        api.ctx,
        { listingId: listing.id, uploadId: upload.id, profile, sketch: null },
        (error) => {
          throw error;
        },
      ),
    },
    no_sample: {
      state: "no_sample",
      file,
      format: null,
      profile: null,
      error: { code: "unknown_format", detail: "The file is of no known format." },
    },
  };
  const actor = { kind: "system" as const, name: "test" };
  const recorded = await recordProfile(api.ctx, actor, upload.id, outcomes[outcome]);
  if (recorded.kind !== "recorded") throw new Error("the result was dropped");
}

/** A published listing; returns its id. */
export async function publishedListing(
  api: TestApi,
  token: string,
  fields: Json = {},
  outcome: "generated" | "no_sample" = "generated",
  several: SeveralTables | null = null,
): Promise<string> {
  const draftId = await createDraft(api, token, fields);
  const profile = { ...exampleProfile, ...several?.ofDefault };
  const path = await attachFile(api, token, draftId);
  await endJob(api, path, outcome, exampleSample, profile, several);
  const answer = await api.send("POST", `/listings/${draftId}/publish`, { token });
  if (answer.status !== 200) throw new Error(`the publication failed: ${answer.text}`);
  return draftId;
}

/** Publishes a new version whose file has this profile. */
export async function publishNext(
  api: TestApi,
  token: string,
  listingId: string,
  profile: Profile = exampleProfile,
  sample: Sample = exampleSample,
): Promise<void> {
  await api.send("POST", `/listings/${listingId}/versions`, { token });
  const path = await attachFile(api, token, listingId);
  await endJob(api, path, "generated", sample, profile);
  const answer = await api.send("POST", `/listings/${listingId}/publish`, { token });
  if (answer.status !== 200) throw new Error(`the publication failed: ${answer.text}`);
}
