import { ErrorSummary, OwnForm } from "../../kit/fields.tsx";
import { Foreign } from "../../kit/parts.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import type { Draft } from "../reviews/form.tsx";
import { ReportFields, reportLabels } from "./report-fields.tsx";
import type { ReportedDataset } from "./use-cases.ts";

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
      lead="An administrator looks at it and sends you the decision with reasons by e-mail. The seller does not learn who reported it."
      up={{ href: `/datasets/${dataset.id}`, label: "The dataset" }}
    >
      <ErrorSummary errors={draft.errors} labels={reportLabels} />
      <div class="card stack-m">
        <p>
          <Foreign text={dataset.title} />
        </p>
        <OwnForm action={`/account/reports/of/${dataset.id}`} viewer={frame.viewer}>
          <ReportFields
            draft={draft}
            oath="By sending it you confirm that it is true to the best of your knowledge."
          />
          <div class="actions">
            <button class="button primary" type="submit">
              Report
            </button>
          </div>
        </OwnForm>
      </div>
    </AccountLayout>
  );
}
