/** The files of a dispute as a model gives them, and as the API takes them. */
import { z } from "zod";
import { DISPUTE_ATTACHMENTS_MAX } from "../../../market/limits.ts";
import {
  type AttachmentInput,
  attachmentsInput,
} from "../../../market/purchase/dispute/schemas.ts";

const { name } = attachmentsInput.unwrap().element.shape;
const dataUrl = /^data:[^,]*;base64,/;

/** By their names: text as it is, which a model can write, or bytes as a data URL. */
export const attachments = z
  .record(name, z.string().min(1))
  .refine((files) => Object.keys(files).length <= DISPUTE_ATTACHMENTS_MAX, {
    message: `takes at most ${DISPUTE_ATTACHMENTS_MAX} files`,
  })
  .optional()
  .describe("Proof by file name: text or data URL.");

/** As the API takes them. */
export function encodeAttachments(given: z.output<typeof attachments>): {
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
