import type { ReportSubject } from "../../../db/queries/reports/subjects.ts";
import type { ReportedKind } from "../../../db/vocabulary/report.ts";
import { SUSPENSION_REASON_CHARS_MAX } from "../../../market/limits.ts";
import type { Frame } from "../../account/frame.tsx";
import { type Choice, ChoiceField, OwnForm, TextArea } from "../../kit/fields.tsx";
import type { FieldErrors } from "../../kit/form.ts";
import { adminPath } from "./paths.ts";

/** `of`: the reports, or the decision under appeal. */
export type DecisionDraft = {
  of: string;
  choice: string;
  /** What to hide of a seller. */
  parts: string[];
  statement: string;
  errors: FieldErrors;
};

export const draftLabels = {
  wish: "Decision",
  parts: "Parts to hide",
  outcome: "The appeal",
  statement: "Reasons",
  appeal_statement: "Reasons",
};

const dismiss = { value: "dismiss", label: "Dismiss the reports" };
const suspend: Record<ReportedKind, Choice> = {
  dataset: {
    value: "suspend",
    label: "Take it off sale",
    hint: "Until it is restored. Buyers keep it; no money moves.",
  },
  seller: {
    value: "suspend",
    label: "Hide parts of the seller page",
    hint: "Until they are restored. Its datasets stay on sale.",
  },
  collection: {
    value: "suspend",
    label: "Hide the collection",
    hint: "From everybody but its owner, until it is restored. Its datasets stay on sale.",
  },
  bundle: {
    value: "suspend",
    label: "Hide the bundle",
    hint: "It is off sale until it is restored. Its datasets stay on sale one by one.",
  },
  request: {
    value: "suspend",
    label: "Remove the request",
    hint: "For good. A bounty that nobody has won is refunded.",
  },
};

const parts: Choice[] = [
  {
    value: "name",
    label: "Name",
    hint: "Buyers see a neutral name; the owner can choose another.",
  },
  { value: "text", label: "Text and links" },
  { value: "logo", label: "Logo" },
];

export function DecisionForm(props: {
  frame: Frame;
  subject: ReportSubject;
  /** The number of reports on the page; 0: there is nothing to dismiss. */
  seen: number;
  draft: DecisionDraft | null;
}): JSX.Element {
  const { frame, subject, seen, draft } = props;
  const { kind, state } = subject;
  const errors = draft?.errors ?? {};
  const isGone: Choice = { ...dismiss, hint: "The reporters learn that it was gone already." };
  const both =
    seen === 0 ? [suspend[kind]] : [{ ...dismiss, hint: "It stays as it is." }, suspend[kind]];
  return (
    <OwnForm action={`${adminPath(subject)}/decide`} viewer={frame.viewer}>
      <input type="hidden" name="seen" value={String(seen)} />
      <ChoiceField
        kind="radio"
        name="wish"
        label={draftLabels.wish}
        choices={state === "gone" ? [isGone] : both}
        chosen={[draft?.choice ?? ""]}
        errors={errors}
      />
      {kind === "seller" && state !== "gone" && (
        <ChoiceField
          kind="checkbox"
          name="parts"
          label={draftLabels.parts}
          choices={parts}
          chosen={draft?.parts ?? []}
          errors={errors}
        />
      )}
      <TextArea
        name="statement"
        label={draftLabels.statement}
        hint="Sent as written to all reporters and the owner. Name the facts and the law or terms that apply. Name no person."
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
  { value: "upheld", label: "Uphold it", hint: "It is public again." },
  { value: "rejected", label: "Reject it", hint: "It stays hidden." },
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
        hint="Sent as written to the owner and all reporters."
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
