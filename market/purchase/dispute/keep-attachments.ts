/** Stores a statement's files, and deletes them again if no statement was written. */
import { createHash } from "node:crypto";
import { v7 } from "uuid";
import {
  forgetDisputeFiles,
  noteDisputeFiles,
} from "../../../db/queries/purchases/dispute-file-notes.ts";
import type { KeptAttachment } from "../../../db/vocabulary/purchase.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { throwRefusals } from "../../refusal.ts";
import {
  attachmentMediaType,
  attachmentName,
  attachmentRefusals,
  type GivenAttachment,
} from "./attachment-rules.ts";
import type { AttachmentInput } from "./schemas.ts";

/** The files in a JSON body. Errors: invalid_request if one is not base64. */
export function decodeAttachments(given: readonly AttachmentInput[] = []): GivenAttachment[] {
  return given.map(({ name, content }, index) => {
    const bytes = Buffer.from(content, "base64");
    if (bytes.toString("base64") === content) return { name, bytes };
    const detail = `file ${index + 1} is not base64 with its padding`;
    throw new MarketError("invalid_request", "A file cannot be read.", {
      faults: [{ pointer: `/attachments/${index}/content`, code: "invalid_value", detail }],
    });
  });
}

export const attachmentKey = (purchaseId: string, attachmentId: string): string =>
  `disputes/${purchaseId}/${attachmentId}`;

/** A statement's files by content: equal files have equal hashes, whatever their ids. */
export const hashesOf = (files: readonly GivenAttachment[]): string[] =>
  files.map(({ bytes }) => createHash("sha256").update(bytes).digest("hex"));

type Keeping<T> = {
  purchaseId: string;
  files: readonly GivenAttachment[];
  /** False for a result that wrote no statement: a refusal, or a repeat. */
  isUsed?: (result: T) => boolean;
};

/**
 * Records and stores the files, then runs `write`, which names them in the database. Deletes them if it
 * wrote no statement. After any other failure, and after a kill, files and records stay, because the
 * statement may have been written: `sweepDisputeFiles` checks.
 * Errors: invalid_request for a file that a dispute does not accept.
 */
export async function keepAttachments<T>(
  { db, storage, now }: Pick<Context, "db" | "storage" | "now">,
  { purchaseId, files, isUsed = () => true }: Keeping<T>,
  run: (kept: KeptAttachment[]) => Promise<T>,
): Promise<T> {
  throwRefusals(attachmentRefusals(files));
  const kept = files.map(describe);
  const ids = kept.map(({ id }) => id);
  const keys = ids.map((id) => attachmentKey(purchaseId, id));
  const createdAt = now();
  await noteDisputeFiles(
    db,
    ids.map((fileId) => ({ fileId, purchaseId, createdAt })),
  );
  let outcome: "named" | "unused" | "unknown" = "unused";
  try {
    for (const [index, { bytes }] of files.entries()) {
      await storage.write(keys[index] ?? "", bytes, "application/octet-stream");
    }
    outcome = "unknown";
    const result = await run(kept);
    outcome = isUsed(result) ? "named" : "unused";
    return result;
  } catch (error) {
    if (error instanceof MarketError) outcome = "unused";
    throw error;
  } finally {
    if (outcome !== "unknown") {
      const unused = outcome === "unused" ? keys : [];
      // If this fails, the sweep deletes the files; the caller still gets the statement's outcome.
      await settleFiles({ db, storage }, { unused, ids }).catch(() => undefined);
    }
  }
}

async function settleFiles(
  { db, storage }: Pick<Context, "db" | "storage">,
  { unused, ids }: { unused: string[]; ids: string[] },
): Promise<void> {
  if (unused.length > 0) await storage.deleteAll(unused);
  await forgetDisputeFiles(db, ids);
}

function describe(file: GivenAttachment): KeptAttachment {
  const mediaType = attachmentMediaType(file) ?? "application/octet-stream";
  const [sha256 = ""] = hashesOf([file]);
  const name = attachmentName(file.name, mediaType);
  return { id: v7(), name, mediaType, byteSize: file.bytes.byteLength, sha256 };
}
