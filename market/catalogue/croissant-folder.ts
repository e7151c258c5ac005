/** The files of a folder as Croissant's `distribution` names them, beside those of its tables. Pure. */
import { CROISSANT_FILES_MAX } from "./limits.ts";

type JsonLd = Record<string, unknown>;

/** `sha256` is null of a paid file, whose hash might tell what is in it. */
export type FolderFile = { path: string; byteSize: number; sha256: string | null };

/**
 * `manifest` is that of a free folder: its address and hash. `files` are all of them, or none where
 * there are more than CROISSANT_FILES_MAX: the manifest and `links.files` name them then.
 */
export type FolderContent = {
  containerId: string;
  manifest: { url: string; sha256: string } | null;
  files: readonly FolderFile[];
};

/** The files that `contents` names already are told with size and hash; the others follow them. */
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
