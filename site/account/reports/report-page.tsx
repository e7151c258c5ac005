/** The page by which a person reports a dataset. */
import { LISTING_REPORT_DETAIL_CHARS_MAX } from "../../../market/limits.ts";
import { ErrorSummary, OwnForm, SelectField, TextArea } from "../../kit/fields.tsx";
import { Foreign } from "../../kit/parts.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import type { Draft } from "../reviews/form.tsx";
import type { ReportedDataset } from "./use-cases.ts";
import { reportReasonWords } from "./words.ts";

const labels = { reason: "Why", detail: "What exactly" };

export function ReportDatasetPage(props: {
  frame: Frame;
  dataset: ReportedDataset;
  draft: Draft;
}): JSX.Element {
  const { frame, dataset, draft } = props;
  return (
    <AccountLayout
      frame={frame}
      title="Report a dataset"
      lead="An administrator looks at it, and you are told by mail what was decided and why. The seller is not told who has reported it."
      up={{ href: `/datasets/${dataset.id}`, label: "The dataset" }}
    >
      <ErrorSummary errors={draft.errors} labels={labels} />
      <section class="card stack-m">
        <p>
          <Foreign text={dataset.title} />
        </p>
        <OwnForm action={`/account/reports/of/${dataset.id}`} viewer={frame.viewer}>
          <SelectField
            name="reason"
            label={labels.reason}
            options={Object.entries(reportReasonWords)}
            value={draft.fields.reason ?? "illegal_content"}
            errors={draft.errors}
          />
          <TextArea
            name="detail"
            label={labels.detail}
            hint="Why it should not be on sale, and where it shows: columns, rows, the description, whose rights. For the marketplace alone. By sending it you say that it is true to the best of your knowledge."
            value={draft.fields.detail ?? ""}
            maxlength={LISTING_REPORT_DETAIL_CHARS_MAX}
            required
            errors={draft.errors}
          />
          <div class="actions">
            <button class="button primary" type="submit">
              Report
            </button>
          </div>
        </OwnForm>
      </section>
    </AccountLayout>
  );
}
