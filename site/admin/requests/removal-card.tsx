/** The form that removes a request or an answer. Those affected see the reason. */
import { SUSPENSION_REASON_CHARS_MAX } from "../../../market/limits.ts";
import type { Frame } from "../../account/frame.tsx";
import { OwnForm, TextArea } from "../../kit/fields.tsx";
import type { FieldErrors } from "../../kit/form.ts";
import { Card } from "../../kit/parts.tsx";

export type RemovalForm = { reason: string; errors: FieldErrors };

export const emptyRemoval: RemovalForm = { reason: "", errors: {} };

export const removalLabels = { reason: "Reason" };

export function RemovalCard(props: {
  frame: Frame;
  action: string;
  /** The thing to remove, with its article. */
  what: string;
  /** The effect of the removal, for the person about to do it. */
  effect: string;
  form: RemovalForm;
}): JSX.Element {
  const { frame, action, what, effect, form } = props;
  return (
    <Card title="Remove">
      <p safe>{effect}</p>
      <OwnForm action={action} viewer={frame.viewer}>
        <TextArea
          name="reason"
          label="Reason"
          hint="Sent as written. A removal can't be undone."
          value={form.reason}
          maxlength={SUSPENSION_REASON_CHARS_MAX}
          required
          errors={form.errors}
        />
        <div class="actions">
          <button class="button danger" type="submit">
            <span safe>{`Remove ${what}`}</span>
          </button>
        </div>
      </OwnForm>
    </Card>
  );
}
