import { counted } from "../../../market/counted.ts";
import { Icon } from "../../kit/icons.tsx";
import { Card } from "../../kit/parts.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { PurchaseTable } from "../purchases/purchase-table.tsx";
import { openTasks, type Task } from "./tasks.ts";
import type { Overview } from "./use-cases.ts";

export function OverviewPage(props: {
  frame: Frame;
  overview: Overview;
  currency: string;
}): JSX.Element {
  const { frame, overview, currency } = props;
  const tasks = openTasks(overview, frame.standing, currency);
  return (
    <AccountLayout frame={frame} title="Your account">
      {frame.standing.suspendedReason === null && <TaskList tasks={tasks} />}
      {overview.recentPurchases.length > 0 && (
        <section class="stack-s" aria-labelledby="recent">
          <h2 id="recent">Latest purchases</h2>
          <PurchaseTable purchases={overview.recentPurchases} caption="Latest purchases" />
          <p>
            <a href="/account/purchases">All purchases</a>
          </p>
        </section>
      )}
      <div class="grid">
        <BuyingCard overview={overview} />
        <SellingCard overview={overview} />
      </div>
    </AccountLayout>
  );
}

function TaskList({ tasks }: { tasks: Task[] }): JSX.Element {
  return (
    <section class="stack-s" aria-labelledby="attention">
      <h2 id="attention">Needs your attention</h2>
      {tasks.length === 0 && <p class="muted">Nothing at the moment.</p>}
      {tasks.length > 0 && (
        <ul class="tasks">
          {tasks.map(({ href, text, isUrgent }) => (
            <li>
              <a href={href} class={isUrgent ? "urgent" : undefined}>
                <Icon name={isUrgent ? "warning" : "alert"} />
                <span safe>{text}</span>
                <Icon name="arrow" />
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function BuyingCard({ overview }: { overview: Overview }): JSX.Element {
  const { cards, activeKeys } = overview;
  return (
    <Card title="Buying">
      <p class="muted">
        You buy on a dataset's page. Your agents buy with your API keys; you decide how much each
        key may spend.
      </p>
      <ol class="steps">
        <li>
          <a href="/account/payment-methods">Add a payment method</a>
          {cards > 0 && <span class="muted" safe>{` (${counted(cards, "card")} stored)`}</span>}
        </li>
        <li>
          <a href="/account/keys/new">Create an API key with a budget</a>
          {activeKeys > 0 && (
            <span class="muted" safe>{` (${counted(activeKeys, "key")} in use)`}</span>
          )}
        </li>
        <li>
          Give the key to your agent: <a href="/connect">how to connect it</a>
        </li>
        <li>
          <a href="/account/saved-searches">Save a search</a>, and get mails about new datasets
        </li>
      </ol>
    </Card>
  );
}

function SellingCard({ overview }: { overview: Overview }): JSX.Element {
  const { verifiedAgents } = overview;
  return (
    <Card title="Selling">
      <p class="muted">
        You sell a file here in five steps. Seller agents register with your e-mail address and list
        datasets in your name.
      </p>
      <ol class="steps">
        <li>
          <a href="/account/sell">Sell a dataset</a> yourself, or
        </li>
        <li>
          <a href="/account/agents">approve your seller agent</a>
          {verifiedAgents > 0 && <span class="muted" safe>{` (${verifiedAgents} approved)`}</span>}
        </li>
        <li>
          <a href="/account/sales">Set up payouts</a> to receive the money
        </li>
        <li>
          Follow <a href="/account/listings">listings</a> and <a href="/account/sales">sales</a>
        </li>
      </ol>
    </Card>
  );
}
