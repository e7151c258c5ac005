/**
 * A listing's file arrives in one of two ways: a form sends it through this site, or a script sends
 * it straight to the store.
 */
import type { AgentActor, OwnerActor } from "../../../../db/vocabulary/actor.ts";
import type { Context } from "../../../../market/context.ts";
import { issueFolderUrls } from "../../../../market/listing/folder/issue-folder-urls.ts";
import { readUploadFiles } from "../../../../market/listing/folder/read-upload-files.ts";
import type { UploadFilesPage } from "../../../../market/listing/folder/schemas.ts";
import { signFilePartUrls } from "../../../../market/listing/folder/sign-file-part-urls.ts";
import { cancelImport, retryImport } from "../../../../market/listing/import/change-import.ts";
import { createImport } from "../../../../market/listing/import/create-import.ts";
import { listImports } from "../../../../market/listing/import/read.ts";
import { importBody } from "../../../../market/listing/import/schemas.ts";
import { draftPatch } from "../../../../market/listing/schemas.ts";
import { updateDraft } from "../../../../market/listing/update-draft.ts";
import { endUpload } from "../../../../market/listing/upload/end-upload.ts";
import { issueUploadUrls } from "../../../../market/listing/upload/issue-upload-urls.ts";
import { getUpload } from "../../../../market/listing/upload/read.ts";
import { recommendParts } from "../../../../market/listing/upload/rules.ts";
import { uploadUrlsBody } from "../../../../market/listing/upload/schemas.ts";
import { signPartUrls } from "../../../../market/listing/upload/sign-part-urls.ts";
import { sizeLimits } from "../../../../market/listing/upload/size-limits.ts";
import { storeFile } from "../../../../market/listing/upload/store-file.ts";
import { parseForm } from "../../../kit/form.ts";

type Arriving = { bytesMax: number; body: AsyncIterable<Uint8Array> };

const urlsAtOnce = 20;
const importsShown = 20;

/** The agent as which the person sells this listing. */
type Seller = (owner: OwnerActor, id: string) => Promise<AgentActor>;

export function uploadUseCases(ctx: Context, seller: Seller) {
  return {
    /** Stores a file as it arrives. An interrupted upload leaves nothing behind. */
    receiveFile: async (owner: OwnerActor, id: string, { bytesMax, body }: Arriving) => {
      const agent = await seller(owner, id);
      const { full } = await issueUploadUrls(ctx, agent, id, { byte_size: bytesMax });
      try {
        await storeFile(ctx, agent, { listingId: id, path: full.path, bytesMax }, body);
      } catch (error) {
        await endUpload(ctx, agent, { listingId: id, uploadId: full.upload_id });
        throw error;
      }
      return updateDraft(ctx, agent, id, { full_data_path: full.path });
    },
    /** URLs for one file, in parts small enough to send again, or for a folder's files. */
    issueUrls: async (owner: OwnerActor, id: string, body: unknown) => {
      const agent = await seller(owner, id);
      const { files, ...announced } = parseForm(uploadUrlsBody, body);
      if (files !== undefined) return issueFolderUrls(ctx, agent, id, files);
      const { byte_size } = announced;
      if (byte_size === undefined) return issueUploadUrls(ctx, agent, id, announced);
      const { parts } = recommendParts(byte_size, sizeLimits(ctx.config));
      return issueUploadUrls(ctx, agent, id, { byte_size, parts });
    },
    getUpload: async (owner: OwnerActor, id: string, uploadId: string) => {
      const key = { listingId: id, uploadId };
      return getUpload(ctx, await seller(owner, id), key, { after_part: 0, limit: 1 });
    },
    /** URLs for what is missing: parts of one file, or a folder's files and their parts. */
    signMissing: async (owner: OwnerActor, id: string, uploadId: string) => {
      const agent = await seller(owner, id);
      const key = { listingId: id, uploadId };
      const upload = await getUpload(ctx, agent, key, { after_part: 0, limit: 1 });
      if (upload.file_count !== null) return { items: await signFolder(ctx, agent, key) };
      const { full } = await signPartUrls(ctx, agent, key, { limit: urlsAtOnce });
      const partBytes = upload.part_byte_size ?? full.recommended?.part_byte_size;
      return { parts: full.parts ?? [], part_bytes: partBytes };
    },
    attachFile: async (owner: OwnerActor, id: string, path: string) =>
      updateDraft(
        ctx,
        await seller(owner, id),
        id,
        parseForm(draftPatch, { full_data_path: path }),
      ),
    startImport: async (owner: OwnerActor, id: string, body: unknown) =>
      createImport(ctx, await seller(owner, id), id, parseForm(importBody, body)),
    listImports: async (owner: OwnerActor, id: string) =>
      listImports(ctx, await seller(owner, id), id, { limit: importsShown, offset: 0 }),
    cancelImport: async (owner: OwnerActor, id: string, importId: string) =>
      cancelImport(ctx, await seller(owner, id), { listingId: id, importId }),
    retryImport: async (owner: OwnerActor, id: string, importId: string) =>
      retryImport(ctx, await seller(owner, id), { listingId: id, importId }),
    /** The origin to which browsers send files: this site's own disk store, or the bucket. */
    uploadOrigin: async (): Promise<string> => {
      const asked = { ttlSeconds: 60, byteSizeMax: 1 };
      return new URL(await ctx.storage.signPut("uploads/origin", asked)).origin;
    },
  };
}

/** A folder's file, or a part of one: the bytes for one URL. */
type Piece = { name: string; url: string; first: number; byteSize: number };

/**
 * The missing pieces of a folder's next files; empty once all have arrived. Joins a file whose
 * parts have all arrived, so that it is not listed again.
 */
async function signFolder(
  ctx: Context,
  agent: AgentActor,
  key: { listingId: string; uploadId: string },
): Promise<Piece[]> {
  while (true) {
    const wanted = { limit: urlsAtOnce, state: "awaited" as const };
    const { items } = await readUploadFiles(ctx, agent, key, wanted);
    const pieces: Piece[] = [];
    for (const item of items) {
      if (pieces.length >= urlsAtOnce) break;
      pieces.push(...(await signFile(ctx, agent, key, item)));
    }
    if (pieces.length > 0 || items.length === 0) return pieces;
  }
}

type Waiting = UploadFilesPage["items"][number];

async function signFile(
  ctx: Context,
  agent: AgentActor,
  key: { listingId: string; uploadId: string },
  { name, position, byte_size: byteSize, upload_url: url, part_byte_size: partBytes }: Waiting,
): Promise<Piece[]> {
  if (url !== null) return [{ name, url, first: 0, byteSize }];
  const limit = { limit: urlsAtOnce };
  const { parts } = await signFilePartUrls(ctx, agent, { ...key, position }, limit);
  return parts.map(({ part_number: number, upload_url: of, byte_size: size }) => ({
    name,
    url: of,
    first: (number - 1) * (partBytes ?? 0),
    byteSize: size ?? 0,
  }));
}
