import type { CardSummary } from "../../../market/account/read.ts";
import type { ConnectionView } from "../../../market/connection/read.ts";
import { moneyText } from "../../../market/pricing.ts";
import { ChoiceField, Confirm, ErrorSummary, OwnForm, TextField } from "../../kit/fields.tsx";
import type { FieldErrors } from "../../kit/form.ts";
import { Badge, Card, Facts, Foreign, Time } from "../../kit/parts.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { type KeyFields, keyLabels, LimitFields } from "../keys/form.tsx";
import { windowWords } from "../keys/words.ts";
import { paths } from "../paths.ts";
import { ActsCard, type ConnectionActs } from "./acts.tsx";
import { CardField, consentLabels } from "./form.tsx";
import { connectionStateWords, scopeWords } from "./words.ts";

type Props = {
  frame: Frame;
  connection: ConnectionView;
  /** Null for a program that can neither buy nor bid. */
  acts: ConnectionActs | null;
  cards: CardSummary[];
  currency: string;
  fields: KeyFields & { payment_method_id: string };
  errors: FieldErrors;
};

export function ConnectionPage(props: Props): JSX.Element {
  const { frame, connection, acts, errors } = props;
  const isOver = connection.state === "ended";
  const mayAct = !isOver && frame.standing.suspendedReason === null;
  return (
    <AccountLayout
      frame={frame}
      title={connection.clientHost}
      up={{ href: paths.connections, label: "Connections" }}
    >
      <ErrorSummary errors={errors} labels={{ ...keyLabels, ...consentLabels }} />
      <div class={mayAct ? "cols" : "stack"}>
        {mayAct && <LimitsCard {...props} />}
        <Card title="This connection">
          <ConnectionFacts {...props} />
          {!isOver && <Disconnect frame={frame} connection={connection} />}
        </Card>
      </div>
      <ActsCard connectionId={connection.id} acts={acts} />
    </AccountLayout>
  );
}

function LimitsCard({ frame, connection, cards, currency, fields, errors }: Props): JSX.Element {
  const hasKey = connection.apiKeyId !== null;
  return (
    <Card title="What it may do">
      <OwnForm action={`${paths.connections}/${connection.id}`} viewer={frame.viewer} class="stack">
        <ChoiceField
          kind="checkbox"
          name="scopes"
          label={consentLabels.scopes}
          hint="The permissions that it requested. It has to ask you for more."
          choices={connection.grantedScopes.map((value) => ({ value, ...scopeWords[value] }))}
          chosen={fields.scopes}
          errors={errors}
        />
        {hasKey ? (
          <>
            <LimitFields {...{ fields, errors, currency }} />
            <CardField value={fields.payment_method_id} {...{ cards, errors }} />
          </>
        ) : (
          <TextField
            name="expires_at"
            label={keyLabels.expires_at}
            hint="It works until the end of that day, UTC. Empty: it does not expire."
            type="date"
            value={fields.expires_at}
            errors={errors}
          />
        )}
        <div class="actions">
          <button class="button primary" type="submit">
            Save
          </button>
        </div>
      </OwnForm>
    </Card>
  );
}

function ConnectionFacts({ connection, currency }: Props): JSX.Element {
  const { label, tone } = connectionStateWords[connection.state];
  const { agent, spent, limits, lastUsedAt, expiresAt, endedAt } = connection;
  const may = connection.scopes.map((scope) => scopeWords[scope].label).join(", ");
  const money = (cents: number) => moneyText(cents, currency);
  const left = spent?.remainingCents;
  const spentText =
    spent === null
      ? ""
      : `${money(spent.spentCents)} ${windowWords[limits.budgetPeriod ?? "total"]}` +
        (left === null || left === undefined ? "" : `, ${money(left)} left`);
  return (
    <Facts
      facts={[
        ["State", <Badge tone={tone} label={label} />],
        ["Calls itself", <Foreign text={`“${connection.clientName}”`} />],
        [
          "Identified by",
          <span>
            {connection.isRegisteredDynamically ? "its own registration: unverified" : "its host"}
          </span>,
        ],
        ["May", <span safe>{may === "" ? "Nothing (ended)" : may}</span>],
        spent === null ? null : ["Spent", <span safe>{spentText}</span>],
        agent === null
          ? null
          : [
              "Sells as",
              <a href={paths.agents}>
                <Foreign text={agent.name} />
              </a>,
            ],
        ["Last used", lastUsedAt === null ? <span>Never</span> : <Time at={lastUsedAt} />],
        ["Connected", <Time at={connection.createdAt} />],
        ["Last allowed", <Time at={connection.consentedAt} />],
        endedAt === null
          ? ["Expires", expiresAt === null ? <span>Never</span> : <Time at={expiresAt} />]
          : ["Ended", <Time at={endedAt} />],
      ]}
    />
  );
}

function Disconnect(props: { frame: Frame; connection: ConnectionView }): JSX.Element {
  const { frame, connection } = props;
  return (
    <Confirm summary="Disconnect this program">
      <p>
        Its calls are refused at once, and the connection cannot be restored. You keep everything
        bought with it, and its sales are still paid out to you.
      </p>
      <OwnForm action={`${paths.connections}/${connection.id}/end`} viewer={frame.viewer}>
        {connection.agent !== null && (
          <label class="choice">
            <input type="checkbox" name="withdraw_listings" value="yes" />
            <span>
              <span>Also withdraw its listings from sale</span>
              <span class="muted small">
                Otherwise they stay on sale, but nobody can change them. Auctions with bids run to
                their end either way.
              </span>
            </span>
          </label>
        )}
        <button class="button danger" type="submit">
          Disconnect
        </button>
      </OwnForm>
    </Confirm>
  );
}
