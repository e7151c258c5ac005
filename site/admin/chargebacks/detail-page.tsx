import type {
  ChargebackDetail,
  StepView,
} from "../../../market/administration/read-chargebacks.ts";
import { AccountLayout, type Frame } from "../../account/frame.tsx";
import { ErrorSummary } from "../../kit/fields.tsx";
import { Badge, Card, Facts, Foreign, Money, Time } from "../../kit/parts.tsx";
import { Table } from "../../kit/table.tsx";
import { LedgerSection, PurchaseCard, SidesCard, TrailSection } from "../purchase-facts.tsx";
import { type StepForm, StepsCard, stepLabels } from "./steps-card.tsx";
import { codeWords, standingOf, stepStateWords, stepWords } from "./words.ts";

type Props = { frame: Frame; chargeback: ChargebackDetail; form: StepForm };

export function ChargebackPage({ frame, chargeback, form }: Props): JSX.Element {
  const { dispute, currency } = chargeback;
  return (
    <AccountLayout
      frame={frame}
      title={dispute.dataset_title}
      up={{ href: "/admin/chargebacks", label: "Chargebacks" }}
    >
      <ErrorSummary errors={form.errors} labels={stepLabels} />
      <div class="row-actions">
        <Badge {...standingOf(chargeback)} />
      </div>
      <div class="cols">
        <div class="stack">
          <ChargebackCard chargeback={chargeback} />
          <StepsCard {...{ frame, chargeback, form }} />
        </div>
        <div class="stack">
          {chargeback.debtCents > 0 && <DebtCard chargeback={chargeback} />}
          <PurchaseCard dispute={dispute} />
          <SidesCard dispute={dispute} />
        </div>
      </div>
      {chargeback.steps.length > 0 && <StepsSection steps={chargeback.steps} currency={currency} />}
      <TrailSection trail={chargeback.trail} />
      <LedgerSection ledger={chargeback.ledger} currency={currency} />
    </AccountLayout>
  );
}

function ChargebackCard({ chargeback }: { chargeback: ChargebackDetail }): JSX.Element {
  const { evidenceDueAt, evidenceSavedAt, evidenceSubmittedAt, closedAt } = chargeback;
  return (
    <Card title="The bank's statement">
      <Facts
        facts={[
          ["Amount", <Money cents={chargeback.amountCents} currency={chargeback.currency} />],
          ["Reason", <span safe>{codeWords(chargeback.reason)}</span>],
          ["State at the provider", <span safe>{codeWords(chargeback.providerStatus)}</span>],
          ["Opened", <Time at={chargeback.openedAt} />],
          evidenceDueAt === null ? null : ["Evidence before", <Time at={evidenceDueAt} />],
          evidenceSavedAt === null ? null : ["Evidence saved", <Time at={evidenceSavedAt} />],
          evidenceSubmittedAt === null
            ? null
            : ["Evidence submitted", <Time at={evidenceSubmittedAt} />],
          closedAt === null ? null : ["Decided", <Time at={closedAt} />],
          ["At the provider", <code safe>{chargeback.id}</code>],
        ]}
      />
    </Card>
  );
}

function DebtCard({ chargeback }: { chargeback: ChargebackDetail }): JSX.Element {
  const { debtCents, recoveredCents, writtenOffCents, claimedCents, openCents } = chargeback;
  const money = (cents: number) => <Money cents={cents} currency={chargeback.currency} />;
  return (
    <Card title="The seller's debt">
      <Facts
        facts={[
          ["Amount lost", money(debtCents)],
          ["Came back", money(recoveredCents)],
          claimedCents === 0 ? null : ["On its way back", money(claimedCents)],
          writtenOffCents === 0 ? null : ["Written off", money(writtenOffCents)],
          ["Still owed", money(openCents + claimedCents)],
        ]}
      />
      <p class="muted small">The debt is deducted from later sales automatically.</p>
    </Card>
  );
}

function StepsSection(props: { steps: StepView[]; currency: string }): JSX.Element {
  return (
    <section class="stack-s" aria-labelledby="steps">
      <h2 id="steps">Steps so far</h2>
      <Table
        caption="Steps, newest first"
        columns={["Step", "State", "When", { label: "Amount", kind: "number" }]}
        rows={props.steps.map((step) => [
          <span class="lines">
            <span safe>{stepWords[step.kind]}</span>
            {step.reason !== "" && (
              <span class="muted small">
                <Foreign text={step.reason} />
              </span>
            )}
          </span>,
          <span class="lines">
            <Badge {...stepStateWords[step.state]} />
            {step.refusal && (
              <span class="small" safe>
                {step.refusal}
              </span>
            )}
          </span>,
          <Time at={step.endedAt ?? step.createdAt} />,
          step.amountCents === 0 ? (
            <span class="muted">—</span>
          ) : (
            <Money cents={step.amountCents} currency={props.currency} />
          ),
        ])}
      />
    </section>
  );
}
