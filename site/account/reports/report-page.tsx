import { kindWords } from "../../../market/report/words.ts";
import { ErrorSummary, OwnForm } from "../../kit/fields.tsx";
import { Foreign } from "../../kit/parts.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import type { Draft } from "../reviews/form.tsx";
import { ReportFields, reportLabels } from "./report-fields.tsx";
import type { Reportable } from "./use-cases.ts";
import { publicPath } from "./words.ts";

export function MakeReportPage(props: {
  frame: Frame;
  reported: Reportable;
  draft: Draft;
}): JSX.Element {
  const { frame, reported, draft } = props;
  const { kind, id, title } = reported;
  const { noun } = kindWords[kind];
  return (
    <AccountLayout
      frame={frame}
      title={`Report a ${noun}`}
      lead="An administrator looks at it and sends you the decision with reasons by e-mail. Its owner does not learn who reported it."
      up={{ href: publicPath(reported), label: `The ${noun}` }}
    >
      <ErrorSummary errors={draft.errors} labels={reportLabels} />
      {frame.standing.admin !== null && (
        <p>
          <a href={`/admin/reports/${kind}/${id}`}>Decide about it as an administrator</a>
        </p>
      )}
      <div class="card stack-m">
        <p>
          <Foreign text={title} />
        </p>
        <OwnForm action={`/account/reports/of/${kind}/${id}`} viewer={frame.viewer}>
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
