/** The fields of a report, with or without an account. */
import { REPORT_DETAIL_CHARS_MAX } from "../../../market/report/limits.ts";
import { SelectField, TextArea } from "../../kit/fields.tsx";
import type { Draft } from "../reviews/form.tsx";
import { reportReasonWords } from "./words.ts";

export const reportLabels = { reason: "Reason", detail: "Details" };

const detailHint =
  "Why it should not be public, with details: which words, picture, columns or rows, and whose rights. Only the marketplace reads this.";

type Props = {
  draft: Draft;
  /** The statement that the sender makes, where the form has no box to tick for it. */
  oath?: string;
};

export function ReportFields({ draft: { fields, errors }, oath }: Props): JSX.Element {
  return (
    <>
      <SelectField
        name="reason"
        label={reportLabels.reason}
        options={Object.entries(reportReasonWords)}
        value={fields.reason ?? "illegal_content"}
        errors={errors}
      />
      <TextArea
        name="detail"
        label={reportLabels.detail}
        hint={oath === undefined ? detailHint : `${detailHint} ${oath}`}
        value={fields.detail ?? ""}
        maxlength={REPORT_DETAIL_CHARS_MAX}
        required
        errors={errors}
      />
    </>
  );
}
