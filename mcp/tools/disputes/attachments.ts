/** The files of a dispute as a model gives them, and as the API takes them. */
import { z } from "zod";
import { DISPUTE_ATTACHMENTS_MAX } from "../../../market/limits.ts";
import {
  type AttachmentInput,
  attachmentsInput,
} from "../../../market/purchase/dispute/schemas.ts";

const file = attachmentsInput.unwrap().element.shape;

/** A model writes text as it is; the API takes everything in base64. */
export const attachments = z
  .array(
    z.strictObject({
      name: file.name,
      content: z.string().min(1),
      base64: z.boolean().optional(),
    }),
  )
  .max(DISPUTE_ATTACHMENTS_MAX)
  .optional()
  .describe("Proof: text or CSV; PDF, pictures as base64.");

/** As the API takes them. */
export function encodeAttachments(given: z.output<typeof attachments>): {
  attachments?: AttachmentInput[];
} {
  if (given === undefined) return {};
  const encoded = given.map(({ name, content, base64 }) => ({
    name,
    content: base64 === true ? content : Buffer.from(content).toString("base64"),
  }));
  return { attachments: encoded };
}
