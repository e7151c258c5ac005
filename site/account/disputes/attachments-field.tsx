import { formatByteSize } from "../../../market/format.ts";
import { attachmentEndings } from "../../../market/purchase/dispute/attachment-rules.ts";
import {
  DISPUTE_ATTACHMENTS_BYTES_MAX,
  DISPUTE_ATTACHMENTS_MAX,
} from "../../../market/purchase/limits.ts";
import { FileField } from "../../kit/fields.tsx";
import type { FieldErrors } from "../../kit/form.ts";

/**
 * Larger than the attachment limit, so that a form with too many files comes back with its text.
 */
export const DISPUTE_FORM_BYTES_MAX = 4 * DISPUTE_ATTACHMENTS_BYTES_MAX;

export function AttachmentsField({ errors }: { errors: FieldErrors }): JSX.Element {
  const most = formatByteSize(DISPUTE_ATTACHMENTS_BYTES_MAX);
  return (
    <FileField
      name="attachments"
      label="Evidence files (optional)"
      hint={`At most ${DISPUTE_ATTACHMENTS_MAX} files, ${most} in total: pictures, PDF, text or CSV. The other side and an administrator can download them.`}
      accept={attachmentEndings.map((ending) => `.${ending}`).join(",")}
      errors={errors}
      isOptional
      multiple
    />
  );
}
