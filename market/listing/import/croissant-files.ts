/** What a Croissant document names (docs.mlcommons.org/croissant). */
import { z } from "zod";
import { CROISSANT_FILES_MAX } from "../limits.ts";
import { decodeKey } from "./rules.ts";

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
