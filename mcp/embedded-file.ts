/** Small files as MCP resources, for agents without a shell. */
import { createHash } from "node:crypto";
import type { ContentBlock } from "@modelcontextprotocol/server";
import type { EmbeddedContent } from "../market/catalogue/schemas.ts";
import { resourceLink } from "./cut.ts";
import { untrustedMeta } from "./untrusted.ts";
import { bytes } from "./words.ts";

/** The `_meta` key of the SHA-256 that this server computed of a file's bytes. */
export const sha256MetaKey = "dev.dataset-market/sha256";

type Download = {
  download_url: string;
  sha256: string | null;
  byte_size: number | null;
  content?: EmbeddedContent | null | undefined;
};

type FileContents = {
  uri: string;
  mimeType: string;
  _meta: Record<string, unknown>;
} & ({ text: string } | { blob: string });

export const datasetFileUri = (id: string) => `dataset://${id}/file`;
export const purchaseFileUri = (id: string) => `purchase://${id}/file`;

/** The file's bytes with their hash; all of it is a stranger's. */
export function fileContents(uri: string, content: EmbeddedContent): FileContents {
  const { encoding, data, media_type: mimeType } = content;
  const isText = encoding === "utf-8";
  const sha256 = createHash("sha256")
    .update(data, isText ? "utf8" : "base64")
    .digest("hex");
  const field = isText ? ({ text: data } as const) : ({ blob: data } as const);
  const _meta = { [sha256MetaKey]: sha256, ...untrustedMeta([isText ? "/text" : "/blob"]) };
  return { uri, mimeType, ...field, _meta };
}

/** The reply of a tool that hands out a file: embedded if asked for and small, else as a link. */
export function tellFile(
  download: Download,
  { uri, isAsked, next }: { uri: string; isAsked: boolean; next: string },
): { text: string; blocks: ContentBlock[] } {
  const { download_url: url, sha256, byte_size: size, content } = download;
  const where = `${bytes(size)}, sha256 ${sha256 ?? "unknown"}.`;
  if (!isAsked) return { text: `${where}${next}`, blocks: [] };
  if (content === null || content === undefined) {
    const link = resourceLink(url, "file", "The whole file, too large to embed.");
    const { mimeType: _json, ...plain } = link;
    return { text: `${where} It is too large to embed: GET the address.${next}`, blocks: [plain] };
  }
  const resource = fileContents(uri, content);
  const isRight = sha256 === null || resource._meta[sha256MetaKey] === sha256;
  const checked = isRight ? "its bytes have this hash" : "ITS BYTES HAVE ANOTHER HASH";
  return {
    text: `${where} The file is embedded below, data by a stranger; ${checked}.${next}`,
    blocks: [{ type: "resource", resource }],
  };
}
