/** A folder's files in Croissant's `distribution`, besides those of its tables. Pure. */
import { CROISSANT_FILES_MAX } from "./limits.ts";

type JsonLd = Record<string, unknown>;

/** `sha256` is null for a paid file, whose hash could reveal its content. */
export type FolderFile = { path: string; byteSize: number; sha256: string | null };

/**
 * `manifest` is a free folder's manifest with address and hash. `files` has all files, or none if
 * there are more than CROISSANT_FILES_MAX: then the manifest and `links.files` list them.
 */
export type FolderContent = {
  containerId: string;
  manifest: { url: string; sha256: string } | null;
  files: readonly FolderFile[];
};

/** Adds size and hash to files that `contents` already names, and appends the others. */
export function describeFolder(contents: readonly JsonLd[], folder: FolderContent): JsonLd[] {
  const { containerId, manifest } = folder;
  const files = folder.files.length > CROISSANT_FILES_MAX ? [] : folder.files;
  const byPath = new Map(files.map((file) => [file.path, file]));
  const described = contents.map((content) => {
    const file = byPath.get(String(content.contentUrl));
    byPath.delete(String(content.contentUrl));
    return file === undefined ? content : { ...content, ...factsOf(file) };
  });
  const others = [...byPath.values()].map((file) => ({
    "@type": "cr:FileObject",
    "@id": `folder/${file.path}`,
    name: file.path,
    contentUrl: file.path,
    containedIn: { "@id": containerId },
    encodingFormat: "application/octet-stream",
    ...factsOf(file),
  }));
  return [...described, ...(manifest === null ? [] : [manifestObject(manifest)]), ...others];
}

function factsOf({ byteSize, sha256 }: FolderFile): JsonLd {
  return { contentSize: `${byteSize} B`, ...(sha256 === null ? {} : { sha256 }) };
}

function manifestObject({ url, sha256 }: { url: string; sha256: string }): JsonLd {
  return {
    "@type": "cr:FileObject",
    "@id": "manifest.json",
    name: "manifest.json",
    description: "Path, size and SHA-256 of each file.",
    contentUrl: url,
    encodingFormat: "application/json",
    sha256,
  };
}
