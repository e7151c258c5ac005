import { ObjectNotFoundError, ObjectReplacedError } from "../../platform/storage/port.ts";
import type { Context } from "../context.ts";
import { EMBEDDED_BYTES_MAX } from "./limits.ts";
import type { EmbeddedContent } from "./schemas.ts";

type StoredFile = {
  storagePath: string;
  byteSize: number | null;
  contentType: string;
  /** Of the object that was checked. */
  etag: string;
};

/**
 * A small file's bytes for inside of an answer; null if it is larger, or was replaced meanwhile.
 * Errors: storage_unavailable.
 */
export async function embedContent(
  { storage }: Pick<Context, "storage">,
  { storagePath, byteSize, contentType, etag }: StoredFile,
): Promise<EmbeddedContent | null> {
  if (byteSize === null || byteSize > EMBEDDED_BYTES_MAX) return null;
  try {
    const bytes = await new Response(await storage.read(storagePath, undefined, etag)).bytes();
    return { media_type: contentType, ...encoded(bytes) };
  } catch (error) {
    if (error instanceof ObjectNotFoundError || error instanceof ObjectReplacedError) return null;
    throw error;
  }
}

/** As text only if a reader gets the same bytes back. */
function encoded(bytes: Uint8Array): Pick<EmbeddedContent, "encoding" | "data"> {
  try {
    const data = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    if (!data.includes("\0")) return { encoding: "utf-8", data };
  } catch {
    // Not UTF-8.
  }
  return { encoding: "base64", data: Buffer.from(bytes).toString("base64") };
}
