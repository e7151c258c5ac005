import { countCharacters } from "../../../market/characters.ts";
import {
  MESSAGE_CHARS_MAX,
  MESSAGES_PER_ACCOUNT_PER_HOUR_MAX,
} from "../../../market/message/limits.ts";
import { OwnForm, TextArea } from "../../kit/fields.tsx";
import { type FieldErrors, textOf } from "../../kit/form.ts";
import { formatCount } from "../../kit/format.ts";
import type { Frame } from "../frame.tsx";

export type MessageDraft = { text: string; errors: FieldErrors };

export const emptyDraft: MessageDraft = { text: "", errors: {} };

export const messageLabels = { message: "Message" };

export function readMessage(form: URLSearchParams): string {
  return textOf(form, "message");
}

/** The errors that this page can find by itself. */
export function messageFaults(text: string): FieldErrors {
  const length = countCharacters(text.trim());
  if (length === 0) return { message: "Write something first." };
  if (length <= MESSAGE_CHARS_MAX) return {};
  const most = formatCount(MESSAGE_CHARS_MAX);
  return { message: `It has ${formatCount(length)} characters; the limit is ${most}.` };
}

export function MessageForm(props: {
  frame: Frame;
  action: string;
  label: string;
  /** The recipient. */
  reader: string;
  draft: MessageDraft;
}): JSX.Element {
  const { frame, action, label, reader, draft } = props;
  const chars = formatCount(MESSAGE_CHARS_MAX);
  return (
    <OwnForm action={action} viewer={frame.viewer}>
      <TextArea
        name="message"
        label={label}
        hint={`${reader} sees plain text and does not see your e-mail address. At most ${chars} characters.`}
        value={draft.text}
        maxlength={MESSAGE_CHARS_MAX}
        required
        errors={draft.errors}
      />
      <div class="actions">
        <button class="button primary" type="submit">
          Send
        </button>
      </div>
      <p class="muted small">
        {`Your account, its keys and its agents may together send ${MESSAGES_PER_ACCOUNT_PER_HOUR_MAX} messages an hour.`}
      </p>
    </OwnForm>
  );
}

export const readers = { buyer: "The seller", seller: "The operator" } as const;
