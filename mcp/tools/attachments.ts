/** The files of a dispute as a model gives them, and as the API takes them. */
import type { z } from "zod";
import type { AttachmentInput, attachmentsByName } from "../../market/purchase/dispute/schemas.ts";

const dataUrl = /^data:[^,]*;base64,/;

/** As the API takes them. */
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
