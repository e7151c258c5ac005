import { SUSPENSION_REASON_CHARS_MAX } from "../../../market/limits.ts";
import type { Frame } from "../../account/frame.tsx";
import { type Choice, ChoiceField, OwnForm, TextArea } from "../../kit/fields.tsx";
import type { FieldErrors } from "../../kit/form.ts";

/** `of`: the reports, or the decision under appeal. */
export type DecisionDraft = {
  of: string;
  choice: string;
  statement: string;
  errors: FieldErrors;
};

export const draftLabels = {
  wish: "Decision",
  outcome: "The appeal",
  statement: "Reasons",
  appeal_statement: "Reasons",
};

const dismiss = { value: "dismiss", label: "Dismiss the reports" };
const suspend: Choice = {
  value: "suspend",
  label: "Take it off sale",
  hint: "Until it is restored. Buyers keep it; no money moves.",
};

export function DecisionForm(props: {
  frame: Frame;
  listingId: string;
  /**
   * False: the listing has left the market, so its reports can only be dismissed for that reason.
   */
  isOffered: boolean;
  /** The number of reports on the page. */
  seen: number;
  draft: DecisionDraft | null;
}): JSX.Element {
  const { frame, listingId, isOffered, seen, draft } = props;
  const errors = draft?.errors ?? {};
  const isLeft: Choice = { ...dismiss, hint: "The reporters learn that it was already off sale." };
  return (
    <OwnForm action={`/admin/reports/${listingId}/decide`} viewer={frame.viewer}>
      <input type="hidden" name="seen" value={String(seen)} />
      <ChoiceField
        kind="radio"
        name="wish"
        label={draftLabels.wish}
        choices={isOffered ? [{ ...dismiss, hint: "It stays as it is." }, suspend] : [isLeft]}
        chosen={[draft?.choice ?? ""]}
        errors={errors}
      />
      <TextArea
        name="statement"
        label={draftLabels.statement}
        hint="Sent as written to all reporters and the seller. Name the facts and the law or terms that apply. Name no person."
        value={draft?.statement ?? ""}
        maxlength={SUSPENSION_REASON_CHARS_MAX}
        required
        errors={errors}
      />
      <div class="actions">
        <button class="button primary" type="submit">
          Decide
        </button>
      </div>
    </OwnForm>
  );
}

const outcomes: Choice[] = [
  { value: "upheld", label: "Uphold it", hint: "The dataset is on sale again." },
  { value: "rejected", label: "Reject it", hint: "It stays off sale." },
];

/** Shares the page with the other form, so its field for reasons has its own name. */
export function AppealForm(props: {
  frame: Frame;
  path: string;
  draft: DecisionDraft | null;
}): JSX.Element {
  const { frame, path, draft } = props;
  const { statement, ...others } = draft?.errors ?? {};
  const errors = statement === undefined ? others : { ...others, appeal_statement: statement };
  return (
    <OwnForm action={path} viewer={frame.viewer}>
      <ChoiceField
        kind="radio"
        name="outcome"
        label={draftLabels.outcome}
        choices={outcomes}
        chosen={[draft?.choice ?? ""]}
        errors={errors}
      />
      <TextArea
        name="appeal_statement"
        label={draftLabels.appeal_statement}
        hint="Sent as written to the seller and all reporters."
        value={draft?.statement ?? ""}
        maxlength={SUSPENSION_REASON_CHARS_MAX}
        required
        errors={errors}
      />
      <div class="actions">
        <button class="button primary" type="submit">
          Decide the appeal
        </button>
      </div>
    </OwnForm>
  );
}
