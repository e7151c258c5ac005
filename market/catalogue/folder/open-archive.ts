/** A folder as one zip file, built while it is sent. */
import { createHash } from "node:crypto";
import { makeZip } from "client-zip";
import {
  eachUploadFiles,
  findFolder,
  type UploadFileRow,
} from "../../../db/queries/listings/upload-files.ts";
import type { Storage } from "../../../platform/storage/port.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import type { ArchiveDownloads, SlowDownload } from "./archive-downloads.ts";
import { ArchiveLength } from "./archive-length.ts";
import { readArchiveToken } from "./archive-token.ts";
import { inPieces } from "./in-pieces.ts";

type Archive = {
  byteSize: number;
  name: string;
  /** Takes one of the process's download places. Errors: rate_limited. */
  send(): ReadableStream<Uint8Array>;
};

type ArchiveRequest = {
  token: string;
  network: string;
  downloads: ArchiveDownloads;
  /** Called when a download is ended because its reader is too slow. */
  onSlow: (facts: SlowDownload & { uploadId: string; buyerId: string | null }) => void;
};

/**
 * All files uncompressed, each checked against its hash: if one differs from the sold one, the stream is
 * cut off. Holds only the files' names in memory; a disconnected client ends it.
 * Errors: signature_invalid, download_url_expired, file_not_available.
 */
export async function openArchive(
  ctx: Context,
  { token, network, downloads, onSlow }: ArchiveRequest,
): Promise<Archive> {
  const grant = readArchiveToken(ctx.config.AGENT_TOKEN_SECRET, token);
  if (grant === null) throw new MarketError("signature_invalid", "The address was changed.");
  if (ctx.now().getTime() >= grant.expiresAtSeconds * 1000) {
    throw new MarketError("download_url_expired", "Request a new download URL.");
  }
  const folder = await findFolder(ctx.db, grant.uploadId);
  if (folder === null) throw new MarketError("file_not_available", "The folder no longer exists.");
  const length = new ArchiveLength();
  // Read all rows before the answer begins, because the request's database time ends with it.
  const files: UploadFileRow[] = [];
  for await (const rows of eachUploadFiles(ctx.db, folder.id)) {
    for (const row of rows) length.add(row);
    files.push(...rows);
  }
  const { name, buyerId, uploadId } = grant;
  const begin = () => makeZip(entriesOf(ctx.storage, files, folder.issuedAt));
  return {
    byteSize: length.bytes,
    name,
    send: () =>
      downloads.begin({ buyerId, network }, inPieces(begin), (facts) =>
        onSlow({ ...facts, uploadId, buyerId }),
      ),
  };
}

/** Opens each file when the stream reaches it. */
async function* entriesOf(storage: Storage, files: readonly UploadFileRow[], madeAt: Date) {
  for (const file of files) {
    const { path: name, byteSize } = file;
    const reader = (await storage.read(file.storagePath)).getReader();
    const input = checkedBytes(reader, file);
    try {
      yield { name, size: BigInt(byteSize), input, lastModified: madeAt };
    } finally {
      // client-zip does not end its input when its own stream is cancelled.
      await reader.cancel().catch(() => {});
      await input.return(undefined);
    }
  }
}

/** Checks a file's bytes; the caller ends the reader. */
async function* checkedBytes(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  { storagePath, byteSize, sha256 }: UploadFileRow,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const hash = createHash("sha256");
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    hash.update(value);
    bytes += value.byteLength;
    yield value as Uint8Array<ArrayBuffer>;
  }
  if (bytes === byteSize && hash.digest("hex") === sha256) return;
  throw new Error(`the object ${storagePath} differs from the sold file`);
}
