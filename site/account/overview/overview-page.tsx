import type { ApiKeySummary } from "../../../market/account/read.ts";
import { counted } from "../../../market/counted.ts";
import type { MoneyMonth } from "../../../market/overview/rules.ts";
import { moneyText } from "../../../market/pricing.ts";
import { formatMonth } from "../../kit/format.ts";
import { Icon } from "../../kit/icons.tsx";
import { Card, Figures, Foreign, Money } from "../../kit/parts.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { Spent } from "../keys/spent.tsx";
import { paths } from "../paths.ts";
import { PurchaseTable } from "../purchases/purchase-table.tsx";
import { ATTENTION_SHOWN_MAX, type AttentionItem, attentionItems } from "./attention.ts";
import { EarningsCard, SpendingCard } from "./months.tsx";
import type { Overview } from "./use-cases.ts";

type Props = {
  frame: Frame;
  overview: Overview;
  currency: string;
  /** Shows the whole list of what needs attention. */
  isAllShown: boolean;
};

export function OverviewPage({ frame, overview, currency, isAllShown }: Props): JSX.Element {
  const { months, recentPurchases, keys } = overview;
  const mayAct = frame.standing.suspendedReason === null;
  const items = attentionItems(overview, frame.standing, currency);
  const limited = keys.filter(
    ({ state, budgetCents }) => state === "active" && budgetCents !== null,
  );
  const hasSpent = months.some((month) => month.paidByPersonCents + month.paidByAgentsCents > 0);
  const hasEarned = overview.payableCents > 0 || months.some(({ earnedCents }) => earnedCents > 0);
  return (
    <AccountLayout frame={frame} title="Overview" action={mayAct ? <Actions /> : undefined}>
      <MoneyFigures {...{ overview, currency }} />
      {mayAct && <Attention {...{ items, isAllShown }} />}
      {(hasSpent || hasEarned) && (
        <div class="halves">
          {hasSpent && <SpendingCard {...{ months, currency }} />}
          {hasEarned && <EarningsCard {...{ months, currency }} />}
        </div>
      )}
      {recentPurchases.length > 0 && (
        <section class="stack-s" aria-labelledby="recent">
          <div class="section-head">
            <h2 id="recent">Recent purchases</h2>
            <a href={paths.purchases}>All purchases</a>
          </div>
          <PurchaseTable purchases={recentPurchases} caption="Recent purchases" />
        </section>
      )}
      {limited.length > 0 && <Budgets {...{ limited, currency }} />}
      <FirstSteps overview={overview} />
    </AccountLayout>
  );
}

function Actions(): JSX.Element {
  return (
    <div class="row-actions">
      <a class="button plain" href={`${paths.keys}/new`}>
        Create an API key
      </a>
      <a class="button primary" href={paths.sell}>
        Sell a dataset
      </a>
    </div>
  );
}

const emptyMonth: MoneyMonth = {
  month: "",
  paidByPersonCents: 0,
  paidByAgentsCents: 0,
  returnedCents: 0,
  earnedCents: 0,
};

const paidIn = (month: MoneyMonth) => month.paidByPersonCents + month.paidByAgentsCents;

function MoneyFigures({ overview, currency }: Pick<Props, "overview" | "currency">): JSX.Element {
  const { months, dueConfirmations, heldCents, payableCents, waitingPayoutCents } = overview;
  const [before, now] = [months.at(-2) ?? emptyMonth, months.at(-1) ?? emptyMonth];
  const money = (cents: number) => <Money cents={cents} currency={currency} />;
  const name = formatMonth(now.month);
  const due = dueConfirmations.length;
  const wait =
    waitingPayoutCents > 0 ? "Set up payouts to receive it" : "Sent to your bank automatically";
  return (
    <Figures
      figures={[
        {
          label: `Spent in ${name}`,
          value: money(paidIn(now)),
          note: comparison(paidIn(now) - paidIn(before), before, currency),
        },
        {
          label: "In escrow",
          value: money(heldCents),
          note: due > 0 ? `${counted(due, "purchase")} to confirm` : "No purchase to confirm",
        },
        {
          label: `Earned in ${name}`,
          value: money(now.earnedCents),
          note: comparison(now.earnedCents - before.earnedCents, before, currency),
        },
        {
          label: "Ready to pay out",
          value: money(payableCents),
          note: payableCents > 0 ? wait : "Nothing pending",
        },
      ]}
    />
  );
}

function comparison(differenceCents: number, { month }: MoneyMonth, currency: string): string {
  const name = formatMonth(month);
  if (differenceCents === 0) return `Same as in ${name}`;
  const amount = moneyText(Math.abs(differenceCents), currency);
  return `${amount} ${differenceCents > 0 ? "more" : "less"} than in ${name}`;
}

function Attention(props: { items: AttentionItem[]; isAllShown: boolean }): JSX.Element {
  const { items, isAllShown } = props;
  const shown = isAllShown ? items : items.slice(0, ATTENTION_SHOWN_MAX);
  return (
    <section class="card stack-s" aria-labelledby="attention">
      <div class="section-head">
        <h2 id="attention">Needs your attention</h2>
        {shown.length < items.length && (
          <a href={`${paths.overview}?attention=all#attention`} safe>
            {`Show all ${items.length}`}
          </a>
        )}
      </div>
      {items.length === 0 ? (
        <p class="muted">You are all caught up.</p>
      ) : (
        <ul class="todo">
          {shown.map((item) => (
            <AttentionRow item={item} />
          ))}
        </ul>
      )}
    </section>
  );
}

function AttentionRow({ item }: { item: AttentionItem }): JSX.Element {
  const { href, icon, title, about, note, action, isUrgent } = item;
  return (
    <li class={isUrgent ? "urgent" : undefined}>
      <Icon name={icon} />
      <div class="todo-text">
        <strong safe>{about === undefined ? title : `${title}: `}</strong>
        {about !== undefined && <Foreign text={about} />}
        {note !== undefined && (
          <p class="muted small" safe>
            {note}
          </p>
        )}
      </div>
      <a class="button plain small-button" href={href}>
        <span safe>{action}</span>
        {about !== undefined && (
          <span class="unseen">
            {" "}
            for <Foreign text={about} />
          </span>
        )}
      </a>
    </li>
  );
}

function Budgets(props: { limited: ApiKeySummary[]; currency: string }): JSX.Element {
  return (
    <Card title="Agent budgets">
      <ul class="budgets">
        {props.limited.map((key) => (
          <li>
            <a href={`${paths.keys}/${key.id}`}>
              <Foreign text={key.name} />
            </a>
            <Spent spent={key} currency={props.currency} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What a new account can do; each step disappears once it is done. */
function FirstSteps({ overview }: { overview: Overview }): JSX.Element {
  const { cards, activeKeys, verifiedAgents } = overview;
  const steps = [
    cards === 0 && { href: paths.cards, label: "Add a payment method", note: "To buy data." },
    activeKeys === 0 && {
      href: `${paths.keys}/new`,
      label: "Create an API key",
      note: "Your agent buys with it, within a budget that you set.",
    },
    verifiedAgents === 0 && {
      href: paths.sell,
      label: "Sell a dataset",
      note: "Upload a file and set its price in five steps.",
    },
  ].filter((step) => step !== false);
  if (steps.length === 0) return "";
  return (
    <Card title="Get started">
      <ul class="bullets">
        {steps.map(({ href, label, note }) => (
          <li>
            <a href={href} safe>
              {label}
            </a>{" "}
            <span class="muted" safe>
              {note}
            </span>
          </li>
        ))}
        <li>
          <a href="/connect">Connect an agent</a>{" "}
          <span class="muted">It searches, buys and sells for you over MCP or REST.</span>
        </li>
      </ul>
    </Card>
  );
}
