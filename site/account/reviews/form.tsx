import {
  REPORT_DETAIL_CHARS_MAX,
  REVIEW_ANSWER_CHARS_MAX,
  REVIEW_CHARS_MAX,
} from "../../../market/review/limits.ts";
import { ChoiceField, OwnForm, SelectField, TextArea } from "../../kit/fields.tsx";
import { type FieldErrors, textOf } from "../../kit/form.ts";
import type { Frame } from "../frame.tsx";

/** The input and its errors. */
export type Draft = { fields: Record<string, string>; errors: FieldErrors };

export const reviewLabels = { stars: "Stars", text: "Your text" };
export const answerLabels = { text: "Your answer" };
export const reportLabels = { about: "What", reason: "Reason", detail: "Details" };

export function readFields(form: URLSearchParams, names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, textOf(form, name)]));
}

/** Text of only spaces counts as empty. */
export const orNull = (text: string | undefined): string | null => text?.trim() || null;

type Props = { frame: Frame; action: string; draft: Draft };

const starWords = ["5 – very good", "4 – good", "3 – fair", "2 – poor", "1 – bad"];

export function ReviewForm({ frame, action, draft }: Props): JSX.Element {
  return (
    <OwnForm action={action} viewer={frame.viewer}>
      <ChoiceField
        kind="radio"
        name="stars"
        label="Stars"
        choices={starWords.map((label) => ({ value: label.slice(0, 1), label }))}
        chosen={[draft.fields.stars ?? ""]}
        errors={draft.errors}
      />
      <TextArea
        name="text"
        label="Your text"
        hint="Public, without your name; leave it empty to give only stars. Plain text: no links, no markup. Administrators can see earlier versions."
        value={draft.fields.text ?? ""}
        maxlength={REVIEW_CHARS_MAX}
        errors={draft.errors}
      />
      <div class="actions">
        <button class="button primary" type="submit">
          Publish the review
        </button>
      </div>
    </OwnForm>
  );
}

export function AnswerForm({ frame, action, draft }: Props): JSX.Element {
  return (
    <OwnForm action={action} viewer={frame.viewer}>
      <TextArea
        name="text"
        label="Your answer"
        hint="Public, below the review. Plain text. You can change it later."
        value={draft.fields.text ?? ""}
        maxlength={REVIEW_ANSWER_CHARS_MAX}
        required
        errors={draft.errors}
      />
      <div class="actions">
        <button class="button primary" type="submit">
          Publish the answer
        </button>
      </div>
    </OwnForm>
  );
}

const reasons: [value: string, label: string][] = [
  ["spam", "Spam or advertising"],
  ["abusive", "Abusive"],
  ["personal_data", "Personal data"],
  ["not_about_dataset", "Not about the dataset"],
  ["other", "Something else"],
];

export function ReportForm(props: Props & { hasAnswer: boolean }): JSX.Element {
  const { frame, action, draft, hasAnswer } = props;
  const parts: [value: string, label: string][] = [
    ["review", "The review"],
    ...(hasAnswer ? ([["answer", "The seller's answer"]] as [string, string][]) : []),
  ];
  return (
    <OwnForm action={action} viewer={frame.viewer}>
      <SelectField
        name="about"
        label="What"
        options={parts}
        value={draft.fields.about ?? "review"}
        errors={draft.errors}
      />
      <SelectField
        name="reason"
        label="Why"
        options={reasons}
        value={draft.fields.reason ?? "spam"}
        errors={draft.errors}
      />
      <TextArea
        name="detail"
        label="More"
        hint="Only for the marketplace; optional."
        value={draft.fields.detail ?? ""}
        maxlength={REPORT_DETAIL_CHARS_MAX}
        errors={draft.errors}
      />
      <div class="actions">
        <button class="button primary" type="submit">
          Report
        </button>
      </div>
    </OwnForm>
  );
}
