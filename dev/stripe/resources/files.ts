/** `/v1/files`: uploads of evidence for disputes. */
import type Stripe from "stripe";
import { z } from "zod";
import { daySeconds } from "../../../platform/time.ts";
import { operation } from "../http/call.ts";
import { invalidRequest } from "../http/failure.ts";
import { newId } from "../http/ids.ts";
import { inPath } from "../http/lists.ts";
import { expand, id, integer } from "../http/params.ts";

/** As returned by http/multipart.ts. */
const createSchema = z.strictObject({
  purpose: z.enum(["dispute_evidence"]),
  file: z.strictObject({ filename: id, size: integer, sha256: id, head: z.string() }),
  expand,
});

/** Stripe's retention of files with this purpose (https://docs.stripe.com/file-upload). */
const KEPT_SECONDS = 500 * daySeconds;
const FILE_BYTES_MAX = 5 * 1024 * 1024;

/** By the first bytes, whatever the name is. */
const types: [head: string, type: string][] = [
  ["25504446", "pdf"],
  ["ffd8ff", "jpg"],
  ["89504e470d0a1a0a", "png"],
];

function typeOf(head: string): string {
  const found = types.find(([start]) => head.startsWith(start));
  if (found !== undefined) return found[1];
  const message = "Invalid file type. Please upload one of the following: pdf, jpg, png.";
  throw invalidRequest({ message, param: "file" });
}

export const fileOperations = [
  operation("POST /v1/files", createSchema, (call, { purpose, file }) => {
    const { filename, size, head } = file;
    if (size > FILE_BYTES_MAX) {
      throw invalidRequest({ message: "The file is larger than 5 MB.", param: "file" });
    }
    const fileId = newId("file");
    const made: Omit<Stripe.File, "lastResponse"> = {
      id: fileId,
      object: "file",
      created: call.now,
      expires_at: call.now + KEPT_SECONDS,
      filename,
      links: {
        object: "list",
        data: [],
        has_more: false,
        url: `/v1/file_links?file=${fileId}`,
      },
      purpose,
      size,
      title: null,
      type: typeOf(head),
      url: `https://files.stripe.com/v1/files/${fileId}/contents`,
    };
    call.store.save(made);
    return made;
  }),
  operation("GET /v1/files/:id", z.strictObject({ expand }), (call) => inPath(call, "file")),
];
