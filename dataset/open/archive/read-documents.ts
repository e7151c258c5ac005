/** Reads documents in an archive that explain its data: readmes, licences, data dictionaries. */
import type { DatasetDocument } from "../../../market/profile/table-schemas.ts";
import { documentKinds } from "../../../market/profile/vocabulary.ts";
import { displayName } from "../../base/display-name.ts";
import type { DatasetLimits } from "../../base/limits.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import { decodeHead, detectEncoding } from "../encoding.ts";
import { documentKindOf } from "./classify-entries.ts";
import { type Archive, type ArchiveEntry, readEntryHead } from "./entries.ts";

export type FoundDocument = { entry: ArchiveEntry; document: DatasetDocument };

/**
 * The beginnings of the first `limits.documentsMax` documents, readmes first, then those nearest to
 * the root. `used` are the files read as tables, which are not documents.
 */
export async function readDocuments(
  archive: Archive,
  used: ReadonlySet<ArchiveEntry>,
  limits: DatasetLimits,
): Promise<FoundDocument[]> {
  const named = archive.files.flatMap((entry) => {
    const kind = used.has(entry) ? null : documentKindOf(entry);
    if (kind === null) return [];
    const depth = entry.name.split(/[/\\]/).length;
    return [{ entry, kind, rank: depth * documentKinds.length + documentKinds.indexOf(kind) }];
  });
  named.sort((a, b) => a.rank - b.rank);
  const found: FoundDocument[] = [];
  for (const { entry, kind } of named.slice(0, limits.documentsMax * 2)) {
    if (found.length >= limits.documentsMax) break;
    const document = await readDocument(entry, kind, limits.documentBytesMax);
    if (document) found.push({ entry, document });
  }
  return found;
}

/** Null if it is empty, unreadable or not text: a document never refuses a file. */
async function readDocument(
  entry: ArchiveEntry,
  kind: DatasetDocument["kind"],
  bytesMax: number,
): Promise<DatasetDocument | null> {
  try {
    const head = await readEntryHead(entry, bytesMax);
    const whole = entry.byteSize <= head.length;
    const encoding = await detectEncoding(head, whole);
    if (!encoding) return null;
    const text = plainText(decodeHead(head, encoding, whole));
    if (text.trim() === "") return null;
    const path = displayName(entry.name);
    return { path, kind, byte_size: entry.byteSize, text, truncated: !whole };
  } catch (error) {
    if (error instanceof DatasetRefusal) return null;
    throw error;
  }
}

/** Control characters and characters that change the text direction, except line feeds and tabs. */
const unprintable = /(?![\n\t])[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu;

/** Normalises line ends and replaces characters that a terminal or a page would act on. */
export function plainText(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n").toWellFormed().replaceAll(unprintable, "\ufffd");
}
