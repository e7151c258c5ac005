/** What a Croissant document names (docs.mlcommons.org/croissant). */
import { z } from "zod";
import { CROISSANT_FILES_MAX } from "../limits.ts";
import { isGlob } from "./glob.ts";
import { type HubRepository, hubRepositoryOf, type Patterns } from "./hub-repository.ts";
import { type CroissantFile, decodeKey } from "./rules.ts";

/** Files of a repository, named by patterns. */
export type CroissantSet = { repository: HubRepository } & Patterns;

export type CroissantContents = { files: CroissantFile[]; sets: CroissantSet[] };

/** `at`: what is wrong with the document. */
export type CroissantFault = { fault: string };

/** Hugging Face has one for each subset of a dataset. */
const PATTERNS_MAX = 300;
const PATTERN_CHARS_MAX = 200;
/** A file, in a set, in an archive, in another one. */
const NESTING_MAX = 4;

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
  includes: z.union([text, z.array(text)]).optional(),
  excludes: z.union([text, z.array(text)]).optional(),
});
const croissantDocument = z.looseObject({ distribution: z.union([resource, z.array(resource)]) });

type Resource = z.infer<typeof resource>;

/**
 * The files that a Croissant document names (docs.mlcommons.org/croissant), with addresses relative to
 * the document's: each FileObject, and patterns of files in a repository. Files inside of a named
 * archive come with it.
 */
export function croissantContents(
  document: unknown,
  documentAddress: string,
): CroissantContents | CroissantFault {
  const parsed = croissantDocument.safeParse(document);
  if (!parsed.success) return { fault: "It has no `distribution` of files." };
  const { distribution } = parsed.data;
  const resources = Array.isArray(distribution) ? distribution : [distribution];
  const downloads = resources.filter(isDownload);
  if (downloads.length > CROISSANT_FILES_MAX) {
    return { fault: `It names ${downloads.length} files; the most is ${CROISSANT_FILES_MAX}.` };
  }
  const files: CroissantFile[] = [];
  for (const { contentUrl = "", name, "@id": id, sha256 } of downloads) {
    const address = resolved(contentUrl, documentAddress);
    if (address === null)
      return { fault: `The file ${shown(name ?? id)} has no valid contentUrl.` };
    const hash = sha256?.toLowerCase() ?? "";
    files.push({
      name: fileName(contentUrl, { name, id, address }),
      address,
      ...(/^[0-9a-f]{64}$/.test(hash) ? { sha256: hash } : {}),
    });
  }
  const containers = new Map<string, Resource>();
  for (const one of resources) {
    for (const id of [one["@id"], one.name]) if (id !== undefined) containers.set(id, one);
  }
  const sets: CroissantSet[] = [];
  for (const one of resources.filter(isMember)) {
    const container = containerOf(one, containers);
    if (container === null) {
      const name = shown(one.name ?? one["@id"]);
      return { fault: `${name} is contained in no file or repository. ${howToList}` };
    }
    // The files of an archive come with it.
    if (!isRepository(container)) continue;
    const set = setOf(one, container, documentAddress);
    if ("fault" in set) return set;
    sets.push(set);
  }
  const patterns = sets.reduce((sum, set) => sum + set.includes.length + set.excludes.length, 0);
  if (patterns > PATTERNS_MAX) {
    return { fault: `It has ${patterns} patterns; the most is ${PATTERNS_MAX}. ${howToList}` };
  }
  if (files.length + sets.length > 0) return { files, sets };
  return { fault: `It names no file. ${howToList}` };
}

const howToList = "List each file as a FileObject with `contentUrl` and `sha256`.";
const shown = (name: string | undefined) => (name ?? "").slice(0, 200);
const all = (value: string | string[] | undefined) => [value ?? []].flat();

const resolved = (contentUrl: string, base: string) =>
  URL.canParse(contentUrl, base) ? new URL(contentUrl, base).href : null;

/** A FileSet, or a file inside of something else. */
const isMember = (one: Resource) =>
  isOfType(one, "FileSet") || (isOfType(one, "FileObject") && one.containedIn !== undefined);

/** The downloaded file or the repository that contains it, directly or within something else. */
function containerOf(one: Resource, containers: ReadonlyMap<string, Resource>): Resource | null {
  let inner = one;
  for (let depth = 0; depth < NESTING_MAX; depth += 1) {
    const [of] = [inner.containedIn ?? []].flat();
    const container = containers.get((typeof of === "string" ? of : of?.["@id"]) ?? "");
    if (container === undefined) return null;
    if (isDownload(container) || isRepository(container)) return container;
    inner = container;
  }
  return null;
}

function setOf(
  one: Resource,
  { contentUrl = "" }: Resource,
  documentAddress: string,
): CroissantSet | CroissantFault {
  const name = shown(one.name ?? one["@id"]);
  const address = resolved(contentUrl, documentAddress);
  const repository = address === null ? null : hubRepositoryOf(address);
  if (repository === null) {
    const why = "is in a repository whose files cannot be listed; those of Hugging Face can";
    return { fault: `${name} ${why}. ${howToList}` };
  }
  const includes = isOfType(one, "FileSet") ? all(one.includes) : all(one.contentUrl);
  const excludes = all(one.excludes);
  const patterns = [...includes, ...excludes];
  if (
    includes.length > 0 &&
    patterns.every((text) => isGlob(text) && text.length <= PATTERN_CHARS_MAX)
  ) {
    return { repository, includes, excludes };
  }
  const why = `needs \`includes\` of at most ${PATTERN_CHARS_MAX} characters, with \`*\`, \`?\` and \`**\``;
  return { fault: `${name} ${why}. ${howToList}` };
}

/** A repository (`git+https`) is no file, and neither is a member of an archive. */
function isDownload(one: Resource): boolean {
  if (isRepository(one)) return false;
  const isFile = isOfType(one, "FileObject") || one["@type"] === undefined;
  return isFile && one.contentUrl !== undefined && one.containedIn === undefined;
}

const isRepository = ({ encodingFormat }: Resource) =>
  all(encodingFormat).some((format) => format.startsWith("git+"));

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
