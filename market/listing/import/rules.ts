/** Where an import reads from, when it tries again, and what a Croissant document names. Pure. */
import { z } from "zod";
import type { ImportKind } from "../../../db/vocabulary/import.ts";
import { hourMs } from "../../../platform/time.ts";
import { CROISSANT_FILES_MAX, IMPORT_FAILURES_MAX, IMPORT_HOURS_MAX } from "../limits.ts";

/** Credentials of an S3 bucket, as stored encrypted. */
export const s3Credentials = z.object({
  region: z.string(),
  endpoint: z.string().optional(),
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
  sessionToken: z.string().optional(),
});

export const importSource = z.object({ address: z.string(), s3: s3Credentials.optional() });
export type ImportSource = z.infer<typeof importSource>;

export type S3Object = { bucket: string; key: string };

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** The bucket and key of `s3://bucket/key`; null for another address. */
export function s3ObjectOf(address: string): S3Object | null {
  const found = /^s3:\/\/(?<bucket>[^/?#]+)\/(?<key>[^?#]+)$/.exec(address)?.groups;
  if (found === undefined || !bucketName.test(found.bucket ?? "")) return null;
  return { bucket: found.bucket ?? "", key: decodeKey(found.key ?? "") };
}

function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

/** Hugging Face serves a dataset's document at `…/croissant`; other hosts name the file so. */
export function kindOf(address: string): ImportKind {
  const path = address.replace(/[?#].*$/, "");
  return /(\/|[-_.])croissant(\.json(ld)?)?$/i.test(path) ? "croissant" : "file";
}

/** The address without its query and fragment. */
export const shownAddress = (address: string) => address.replace(/[?#].*$/, "");

const pausesSeconds = [5, 15, 60, 180, 600];

/** The pause before the next attempt, or null: no further attempt. `failures` counts this one. */
export function pauseAfter(
  { failures, createdAt }: { failures: number; createdAt: Date },
  { retryAfterSeconds, now }: { retryAfterSeconds: number | null; now: Date },
): number | null {
  if (failures >= IMPORT_FAILURES_MAX) return null;
  const usual = pausesSeconds[Math.min(failures, pausesSeconds.length) - 1] ?? 0;
  const pause = Math.max(usual, retryAfterSeconds ?? 0);
  const endsAt = createdAt.getTime() + IMPORT_HOURS_MAX * hourMs;
  return now.getTime() + pause * 1000 < endsAt ? pause : null;
}

export type CroissantFile = { name: string; address: string; sha256?: string };

/** `at`: what is wrong with the document. */
export type CroissantFault = { fault: string };

const text = z.string();
const reference = z.union([text, z.object({ "@id": text })]);
const resource = z.looseObject({
  "@type": z.union([text, z.array(text)]).optional(),
  "@id": text.optional(),
  name: text.optional(),
  contentUrl: text.optional(),
  encodingFormat: z.union([text, z.array(text)]).optional(),
  sha256: text.optional(),
  containedIn: z.union([reference, z.array(reference)]).optional(),
});
const croissantDocument = z.looseObject({ distribution: z.union([resource, z.array(resource)]) });

type Resource = z.infer<typeof resource>;

/**
 * The files that a Croissant document names (docs.mlcommons.org/croissant, FileObject), with
 * addresses relative to the document's. Files inside of a named archive come with it.
 */
export function croissantFiles(
  document: unknown,
  documentAddress: string,
): CroissantFile[] | CroissantFault {
  const parsed = croissantDocument.safeParse(document);
  if (!parsed.success) return { fault: "It has no `distribution` of files." };
  const { distribution } = parsed.data;
  const resources = Array.isArray(distribution) ? distribution : [distribution];
  const files = resources.filter(isDownload);
  if (files.length === 0) {
    const hasSets = resources.some((one) => isOfType(one, "FileSet"));
    const why = hasSets ? "It names its files only by a pattern (FileSet)." : "It names no file.";
    return { fault: `${why} List each file as a FileObject with \`contentUrl\` and \`sha256\`.` };
  }
  if (files.length > CROISSANT_FILES_MAX) {
    return { fault: `It names ${files.length} files; the most is ${CROISSANT_FILES_MAX}.` };
  }
  const named: CroissantFile[] = [];
  for (const { contentUrl = "", name, "@id": id, sha256 } of files) {
    if (!URL.canParse(contentUrl, documentAddress)) {
      return { fault: `The file ${(name ?? id ?? "").slice(0, 200)} has no valid contentUrl.` };
    }
    const address = new URL(contentUrl, documentAddress).href;
    const hash = sha256?.toLowerCase() ?? "";
    named.push({
      name: fileName(contentUrl, { name, id, address }),
      address,
      ...(/^[0-9a-f]{64}$/.test(hash) ? { sha256: hash } : {}),
    });
  }
  return named;
}

/** A repository (`git+https`) is no file, and neither is a member of an archive. */
function isDownload(one: Resource): boolean {
  const formats = [one.encodingFormat ?? []].flat();
  if (formats.some((format) => format.startsWith("git+"))) return false;
  const isFile = isOfType(one, "FileObject") || one["@type"] === undefined;
  return isFile && one.contentUrl !== undefined && one.containedIn === undefined;
}

const isOfType = (one: Resource, type: string) =>
  [one["@type"] ?? []].flat().some((full) => full === type || full.endsWith(`:${type}`));

/** Relative addresses keep their folders; otherwise the document's own name counts. */
function fileName(
  contentUrl: string,
  { name, id, address }: { name?: string | undefined; id?: string | undefined; address: string },
): string {
  const isRelative = !/^[a-z][a-z0-9+.-]*:/i.test(contentUrl);
  const [path = ""] = contentUrl.split(/[?#]/);
  if (isRelative && !path.startsWith("/")) return decodeKey(path.replace(/^(\.\/)+/, ""));
  const last = decodeKey(new URL(address).pathname.split("/").at(-1) ?? "");
  return name ?? id ?? last;
}
