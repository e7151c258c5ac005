import { capitalize } from "../../../market/capitalize.ts";
import { findingGuide } from "../../../market/reconciliation/findings.ts";
import { FINDING_REASON_CHARS_MAX } from "../../../market/reconciliation/limits.ts";
import type { FindingView } from "../../../market/reconciliation/schemas.ts";
import { AccountLayout, type Frame } from "../../account/frame.tsx";
import { ErrorSummary, OwnForm, TextArea } from "../../kit/fields.tsx";
import type { FieldErrors } from "../../kit/form.ts";
import { Badge, Card, Facts, Money, Time } from "../../kit/parts.tsx";
import { findingStateWords, kindName } from "./words.ts";

type Props = {
  frame: Frame;
  finding: FindingView;
  form: { reason: string; errors: FieldErrors };
};

export function FindingPage({ frame, finding, form }: Props): JSX.Element {
  const name = kindName(finding.kind);
  const run = finding.run_id === null ? "" : `/${finding.run_id}`;
  return (
    <AccountLayout
      frame={frame}
      title={capitalize(name)}
      lead={findingGuide[finding.kind].means}
      up={{ href: `/admin/reconciliation${run}`, label: `Reconciliation of ${finding.day}` }}
    >
      <ErrorSummary errors={form.errors} labels={{ reason: "Reason" }} />
      <div class="cols">
        <FactsCard finding={finding} />
        {finding.state === "open" && <CloseCard {...{ frame, finding, form }} />}
      </div>
    </AccountLayout>
  );
}

function FactsCard({ finding }: { finding: FindingView }): JSX.Element {
  const { purchase_id, currency, resolved_at, closed_at, closed_reason } = finding;
  return (
    <Card title="The difference">
      <Facts
        facts={[
          ["State", <Badge {...findingStateWords[finding.state]} />],
          ["By the ledger", <Money cents={finding.expected_cents} currency={currency} />],
          ["By the provider", <Money cents={finding.found_cents} currency={currency} />],
          purchase_id === null
            ? null
            : ["Purchase", <a href={`/admin/disputes/${purchase_id}`}>{purchase_id}</a>],
          ["At the provider", <code safe>{finding.reference}</code>],
          ["First seen", <Time at={finding.first_seen_at} />],
          ["Last seen", <Time at={finding.last_seen_at} />],
          resolved_at === null ? null : ["Resolved", <Time at={resolved_at} />],
          closed_at === null ? null : ["Closed", <Time at={closed_at} />],
          finding.state === "open"
            ? ["What to do", <span safe>{findingGuide[finding.kind].todo}</span>]
            : null,
          closed_reason === null ? null : ["Reason", <span safe>{closed_reason}</span>],
        ]}
      />
    </Card>
  );
}

function CloseCard({ frame, finding, form }: Props): JSX.Element {
  return (
    <Card title="Close it">
      <OwnForm action={`/admin/findings/${finding.id}`} viewer={frame.viewer}>
        <TextArea
          name="reason"
          label="Reason"
          hint="What you checked and did. A difference that resolves itself need not be closed."
          value={form.reason}
          maxlength={FINDING_REASON_CHARS_MAX}
          required
          errors={form.errors}
        />
        <div class="actions">
          <button class="button primary" type="submit">
            Close the finding
          </button>
        </div>
      </OwnForm>
    </Card>
  );
}
