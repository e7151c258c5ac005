/** A dataset's repository on Hugging Face, or on a server with the same addresses. Pure. */
import { z } from "zod";
import { FILE_PATH_BYTES_MAX } from "../../limits.ts";
import { matchesGlob } from "./glob.ts";
import { type CroissantFile, decodeKey } from "./rules.ts";

export type HubRepository = { origin: string; name: string; revision: string };

const repositoryPath =
  /^\/datasets\/(?<name>[\w.-]+(?:\/[\w.-]+)??)(?:\.git)?(?:\/tree\/(?<revision>[^/]+))?\/?$/;

/** Null for an address of another kind, whose files cannot be listed. */
export function hubRepositoryOf(address: string): HubRepository | null {
  const { origin, pathname } = new URL(address);
  const found = repositoryPath.exec(pathname)?.groups;
  if (found?.name === undefined) return null;
  return { origin, name: found.name, revision: decodeKey(found.revision ?? "main") };
}

/** All its files, in pages (huggingface.co/docs/hub/api). */
export const treeAddress = ({ origin, name, revision }: HubRepository) =>
  `${origin}/api/datasets/${name}/tree/${encodeURIComponent(revision)}?recursive=true`;

function fileAddress({ origin, name, revision }: HubRepository, path: string): string {
  const escaped = path.split("/").map(encodeURIComponent).join("/");
  return `${origin}/datasets/${name}/resolve/${encodeURIComponent(revision)}/${escaped}`;
}

const treePage = z.array(
  z.looseObject({
    type: z.string(),
    path: z.string(),
    size: z.int().min(0).optional(),
    /** Its `oid` is the SHA-256. */
    lfs: z.looseObject({ oid: z.string(), size: z.int().min(0).optional() }).optional(),
  }),
);

type TreeEntry = z.infer<typeof treePage>[number];

/** Null: it is no page of a tree. */
export function treeEntries(page: unknown): TreeEntry[] | null {
  return treePage.safeParse(page).data ?? null;
}

export type Patterns = { includes: string[]; excludes: string[] };

/** Null if the patterns do not name it, or it is no file. */
export function fileOfEntry(
  { type, path, size, lfs }: TreeEntry,
  repository: HubRepository,
  sets: readonly Patterns[],
): CroissantFile | null {
  if (type !== "file" || path.length > FILE_PATH_BYTES_MAX) return null;
  const fits = (patterns: string[]) => patterns.some((pattern) => matchesGlob(pattern, path));
  if (!sets.some(({ includes, excludes }) => fits(includes) && !fits(excludes))) return null;
  const sha256 = lfs?.oid ?? "";
  return {
    name: path,
    address: fileAddress(repository, path),
    byteSize: lfs?.size ?? size,
    ...(/^[0-9a-f]{64}$/.test(sha256) ? { sha256 } : {}),
  };
}
