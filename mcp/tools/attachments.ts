/** Converts a dispute's files from a model's form to the API's. */
import type { z } from "zod";
import type { AttachmentInput, attachmentsByName } from "../../market/purchase/dispute/schemas.ts";

const dataUrl = /^data:[^,]*;base64,/;

export function encodeAttachments(given: z.output<typeof attachmentsByName>): {
  attachments?: AttachmentInput[];
} {
  if (given === undefined) return {};
  const encoded = Object.entries(given).map(([fileName, content]) => ({
    name: fileName,
    content: dataUrl.test(content)
      ? content.replace(dataUrl, "")
      : Buffer.from(content).toString("base64"),
  }));
  return { attachments: encoded };
}
