/** The report form for visitors without an account, and the page after it. */
import { OWNER_EMAIL_CHARS_MAX } from "../../market/limits.ts";
import {
  VISITOR_CONFIRM_DAYS,
  VISITOR_NAME_CHARS_MAX,
  VISITOR_REPORTS_PER_ADDRESS_MAX,
} from "../../market/report/visitor/rules.ts";
import { kindWords } from "../../market/report/words.ts";
import { ReportFields, reportLabels } from "../account/reports/report-fields.tsx";
import type { Reportable } from "../account/reports/use-cases.ts";
import { publicPath, reportPath } from "../account/reports/words.ts";
import type { Draft } from "../account/reviews/form.tsx";
import { ChoiceField, ErrorSummary, TextField } from "../kit/fields.tsx";
import { Layout } from "../kit/layout.tsx";
import { Foreign } from "../kit/parts.tsx";

const labels = {
  ...reportLabels,
  email: "Your e-mail address",
  name: "Your name, or your organisation's (optional)",
  good_faith: "Before you send it",
};

type Props = { reported: Reportable; draft: Draft };

export function VisitorReportPage({ reported, draft }: Props): JSX.Element {
  const { kind, id, title } = reported;
  const heading = `Report a ${kindWords[kind].noun}`;
  return (
    <Layout title={heading}>
      <div class="card stack">
        <div class="stack-s">
          <h1 safe>{heading}</h1>
          <p>
            <a href={publicPath(reported)}>
              <Foreign text={title} />
            </a>
          </p>
          <p class="muted">
            An administrator looks at it and sends you the decision with reasons by e-mail. Its
            owner does not learn who reported it. If you have an account,{" "}
            <a href={`/account/reports/of/${kind}/${id}`}>sign in and report it there</a>.
          </p>
        </div>
        <ErrorSummary errors={draft.errors} labels={labels} />
        <form method="post" action={reportPath(reported)} class="stack-m">
          <ReportFields draft={draft} />
          <Reporter draft={draft} />
          <div class="actions">
            <button class="button primary" type="submit">
              Report
            </button>
          </div>
        </form>
      </div>
    </Layout>
  );
}

/** The reporter's name and address, which the EU Digital Services Act asks for. */
function Reporter({ draft: { fields, errors } }: { draft: Draft }): JSX.Element {
  const faith = "To the best of my knowledge, my report is correct and complete.";
  return (
    <>
      <TextField
        name="email"
        label={labels.email}
        hint="We send a link there to confirm the report. We use the address only for this report."
        value={fields.email ?? ""}
        maxlength={OWNER_EMAIL_CHARS_MAX}
        required
        autocomplete="email"
        errors={errors}
      />
      <TextField
        name="name"
        label={labels.name}
        value={fields.name ?? ""}
        maxlength={VISITOR_NAME_CHARS_MAX}
        autocomplete="name"
        errors={errors}
      />
      <ChoiceField
        kind="checkbox"
        name="good_faith"
        label={labels.good_faith}
        choices={[{ value: "yes", label: faith }]}
        chosen={[fields.good_faith ?? ""]}
        errors={errors}
      />
    </>
  );
}

/** The same for every address, so that nobody learns who has reported before. */
export function ReportSentPage({ reported }: { reported: Reportable }): JSX.Element {
  return (
    <Layout title="Confirm your report">
      <div class="card stack-s">
        <h1>One more step</h1>
        <p>
          We sent you a link by e-mail. The report counts once you confirm it there; after{" "}
          {VISITOR_CONFIRM_DAYS} days without confirmation it is deleted.
        </p>
        <p class="muted">
          No e-mail? It may take a few minutes. An address can have{" "}
          {VISITOR_REPORTS_PER_ADDRESS_MAX} unconfirmed reports, each of something else; beyond
          that, we send no e-mail.
        </p>
        <p>
          <a href={publicPath(reported)} safe>{`Back to the ${kindWords[reported.kind].noun}`}</a>
        </p>
      </div>
    </Layout>
  );
}
