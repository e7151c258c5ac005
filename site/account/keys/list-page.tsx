import type { ApiKeySummary } from "../../../market/account/read.ts";
import { moneyText } from "../../../market/pricing.ts";
import { categories } from "../../../market/vocabulary.ts";
import type { PageOf, PageWanted } from "../../kit/paging.ts";
import { Badge, Empty, Foreign, Time } from "../../kit/parts.tsx";
import { Pager, Table } from "../../kit/table.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { Spent } from "./spent.tsx";
import { keyStateWords, periodWords } from "./words.ts";

export function KeysPage(props: {
  frame: Frame;
  wanted: PageWanted;
  page: PageOf<ApiKeySummary>;
  currency: string;
}): JSX.Element {
  const { frame, wanted, page, currency } = props;
  const mayAct = frame.standing.suspendedReason === null;
  const create = mayAct && (
    <a class="button primary" href="/account/keys/new">
      Create a key
    </a>
  );
  return (
    <AccountLayout
      frame={frame}
      title="API keys"
      lead="Agents use your keys to buy in your name, within limits that you set."
      action={page.total > 0 && create ? create : undefined}
    >
      {page.total === 0 ? (
        <Empty
          title="No key yet"
          text="Create one key for each agent, so that you can limit and revoke each separately."
        >
          {create}
        </Empty>
      ) : (
        <>
          <Table
            caption="API keys"
            columns={["Key", "State", "May", "Limits", "Spent", "Last used"]}
            rows={page.items.map((key) => keyCells(key, currency))}
          />
          <Pager url={frame.url} {...wanted} total={page.total} />
        </>
      )}
    </AccountLayout>
  );
}

function keyCells(key: ApiKeySummary, currency: string): JSX.Element[] {
  const { label, tone } = keyStateWords[key.state];
  return [
    <span class="lines">
      <a href={`/account/keys/${key.id}`}>
        <Foreign text={key.name} />
      </a>
      <KeyOrigin apiKey={key} />
    </span>,
    <span class="lines">
      <Badge tone={tone} label={label} />
      {key.state === "active" && key.expiresAt && (
        <span class="muted small">
          until <Time at={key.expiresAt} day />
        </span>
      )}
    </span>,
    <span safe>{key.scopes.join(", ")}</span>,
    <Limits limits={key} currency={currency} />,
    <Spent spent={key} currency={currency} />,
    key.lastUsedAt === null ? <span class="muted">Never</span> : <Time at={key.lastUsedAt} day />,
  ];
}

/** The user of the key: the holder of its secret, a connected program, or the person here. */
function KeyOrigin({ apiKey }: { apiKey: ApiKeySummary }): JSX.Element {
  if (apiKey.isBuiltIn) return <span class="muted small">built in: only for this website</span>;
  if (apiKey.connection === null)
    return <code class="muted small" safe>{`${apiKey.prefix}…`}</code>;
  return (
    <span class="muted small">
      connected: <bdi safe>{apiKey.connection.clientHost}</bdi>
    </span>
  );
}

function Limits(props: { limits: ApiKeySummary; currency: string }): JSX.Element {
  const { limits, currency } = props;
  const lines = limitLines(limits, currency);
  return (
    <span class="lines">
      {lines.map((line) => (
        <span safe>{line}</span>
      ))}
    </span>
  );
}

function limitLines(key: ApiKeySummary, currency: string): string[] {
  const { budgetCents, budgetPeriod, maxPerPurchaseCents, confirmAboveCents } = key;
  const lines = [
    budgetCents !== null &&
      budgetPeriod !== null &&
      `${moneyText(budgetCents, currency)} ${periodWords[budgetPeriod]}`,
    maxPerPurchaseCents !== null && `${moneyText(maxPerPurchaseCents, currency)} per purchase`,
    confirmAboveCents !== null && `asks you above ${moneyText(confirmAboveCents, currency)}`,
    key.categories.length > 0 && key.categories.map(categoryName).join(", "),
  ].filter((line) => line !== false);
  return lines.length === 0 ? ["No limits"] : lines;
}

function categoryName(id: string): string {
  return categories.find((category) => category.id === id)?.name ?? id;
}
