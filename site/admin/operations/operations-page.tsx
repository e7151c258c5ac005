import { counted } from "../../../market/counted.ts";
import { formatInstant } from "../../../market/format.ts";
import type { OperationsView, QueueView, WorkerView } from "../../../market/operations/schemas.ts";
import { AccountLayout, type Frame } from "../../account/frame.tsx";
import { formatCount } from "../../kit/format.ts";
import { Icon } from "../../kit/icons.tsx";
import { Badge, Figures, Money, Time } from "../../kit/parts.tsx";
import { Table } from "../../kit/table.tsx";
import { up } from "../subjects/standing.tsx";
import { Age, Dash, Rows } from "./parts.tsx";
import { RunbookLinks } from "./runbook-page.tsx";
import { StuckSection } from "./stuck-section.tsx";
import { moneyWords, queueWords, runbookParts } from "./words.ts";

type Props = { frame: Frame; operations: OperationsView };
type Part = { operations: OperationsView };

export function OperationsPage({ frame, operations }: Props): JSX.Element {
  return (
    <AccountLayout
      frame={frame}
      title="Operations"
      lead={`Work in progress at ${formatInstant(operations.at)}.`}
      up={up}
      action={
        <a class="button plain" href="/admin/operations">
          Refresh
        </a>
      }
    >
      <Troubles operations={operations} />
      <StuckSection operations={operations} />
      <QueueSection operations={operations} />
      <OutboxSection operations={operations} />
      <WorkerSection operations={operations} />
      <DeliverySection operations={operations} />
      <MoneySection operations={operations} />
    </AccountLayout>
  );
}

/** Problems with the monitoring itself come before anything else. */
function Troubles({ operations }: Part): JSX.Element {
  const { queues, missingRoles } = operations;
  const trouble = queues.find((one) => one.trouble !== null)?.trouble ?? null;
  const isStale = queues.some((one) => !one.isFresh);
  return (
    <>
      {trouble !== null && (
        <Warning
          text={`A worker could not read the queues: ${trouble}. The figures below are the last known ones. Messages wait in the outbox, and nothing is lost.`}
        />
      )}
      {trouble === null && isStale && (
        <Warning text="No worker has read the queues recently: the figures below are old or missing." />
      )}
      {missingRoles.length > 0 && (
        <Warning text={`No live process has these roles: ${missingRoles.join(", ")}.`} />
      )}
      {(trouble !== null || isStale || missingRoles.length > 0) && (
        <RunbookLinks names={runbookParts.eyes} />
      )}
    </>
  );
}

function Warning({ text }: { text: string }): JSX.Element {
  return (
    <div class="notice warn" role="status">
      <Icon name="warning" />
      <p safe>{text}</p>
    </div>
  );
}

function QueueSection({ operations: { queues, at } }: Part): JSX.Element {
  return (
    <section class="stack-s" aria-labelledby="queues">
      <h2 id="queues">Queues</h2>
      <Table
        caption="The queues of the bus"
        columns={[
          "Queue",
          { label: "Waiting", kind: "number" },
          "Oldest",
          { label: "In flight", kind: "number" },
          { label: "Redelivered", kind: "number" },
          "Read",
        ]}
        rows={queues.map((queue) => queueCells(queue, at))}
      />
      <p class="muted small">
        In flight: delivered to a worker and not finished, including retries. Redelivered: those
        delivered more than once.
      </p>
      <RunbookLinks names={runbookParts.queues} />
    </section>
  );
}

function queueCells(queue: QueueView, at: Date): JSX.Element[] {
  const isKnown = queue.measuredAt !== null;
  const count = (value: number) => (isKnown ? <span safe>{formatCount(value)}</span> : <Dash />);
  return [
    <span class="lines">
      <span safe>{queueWords[queue.queue]}</span>
      <code class="small" safe>
        {queue.subject}
      </code>
    </span>,
    count(queue.waiting),
    <Age at={queue.waitingSince} now={at} />,
    count(queue.inFlight),
    count(queue.redelivered),
    queue.measuredAt === null ? (
      <span class="muted">Never</span>
    ) : (
      <Age at={queue.measuredAt} now={at} />
    ),
  ];
}

function OutboxSection({ operations: { outbox, at } }: Part): JSX.Element {
  return (
    <section class="stack-s" aria-labelledby="outbox">
      <h2 id="outbox">Outbox</h2>
      {outbox.length === 0 ? (
        <p class="muted">Everything has been published.</p>
      ) : (
        <Table
          caption="Messages waiting to be published"
          columns={["Subject", { label: "Messages", kind: "number" }, "Oldest"]}
          rows={outbox.map((depth) => [
            <code safe>{depth.subject}</code>,
            <Rows depth={depth} />,
            <Age at={depth.oldestAt} now={at} />,
          ])}
        />
      )}
      <RunbookLinks names={runbookParts.outbox} />
    </section>
  );
}

function WorkerSection({ operations: { workers, at } }: Part): JSX.Element {
  return (
    <section class="stack-s" aria-labelledby="workers">
      <h2 id="workers">Workers</h2>
      {workers.length === 0 ? (
        <p class="muted">No worker process was seen within the last hour.</p>
      ) : (
        <Table
          caption="Worker processes, last seen first"
          columns={["Roles", "State", "Host", "Version", "Started", "Seen"]}
          rows={workers.map((worker) => workerCells(worker, at))}
        />
      )}
      <p class="muted small">
        A process that stops normally leaves the list. A dead one stays for an hour.
      </p>
      <RunbookLinks names={runbookParts.workers} />
    </section>
  );
}

function workerCells(worker: WorkerView, at: Date): JSX.Element[] {
  const { isAlive, isBusConnected, commit } = worker;
  return [
    <span safe>{worker.roles.join(", ")}</span>,
    <span class="row-actions">
      {isAlive ? <Badge tone="good" label="Alive" /> : <Badge tone="bad" label="Silent" />}
      {isAlive && !isBusConnected && <Badge tone="warn" label="Without NATS" />}
    </span>,
    <span class="lines">
      <span safe>{worker.host}</span>
      <span class="muted small" safe>{`process ${worker.pid}`}</span>
    </span>,
    <span class="lines">
      <span safe>{worker.version}</span>
      {commit !== null && (
        <code class="small" safe>
          {commit.slice(0, 12)}
        </code>
      )}
    </span>,
    <Time at={worker.startedAt} />,
    <Age at={worker.seenAt} now={at} />,
  ];
}

function DeliverySection({ operations: { deliveries } }: Part): JSX.Element {
  const { pending, failed, failingEndpoints, unfanned } = deliveries;
  const since = (oldestAt: Date | null, words: string) =>
    oldestAt === null ? {} : { note: `${words} ${formatInstant(oldestAt)}` };
  return (
    <section class="stack-s" aria-labelledby="deliveries">
      <h2 id="deliveries">Deliveries to webhooks</h2>
      <Figures
        figures={[
          {
            label: "Wait",
            value: <Rows depth={pending} />,
            ...since(pending.oldestAt, "the oldest is of"),
          },
          { label: "Given up in a day", value: <Rows depth={failed} /> },
          {
            label: "Webhooks that only fail",
            value: <Rows depth={failingEndpoints} />,
            ...since(failingEndpoints.oldestAt, "the first since"),
          },
          {
            label: "Unprocessed events",
            value: <Rows depth={unfanned} />,
            ...since(unfanned.oldestAt, "the oldest is of"),
          },
        ]}
      />
      <RunbookLinks names={runbookParts.deliveries} />
    </section>
  );
}

function MoneySection({ operations: { money, at } }: Part): JSX.Element {
  return (
    <section class="stack-s" aria-labelledby="money">
      <h2 id="money">Pending money</h2>
      <Table
        caption="Purchases and their money, by next step"
        columns={[
          "Next step",
          { label: "Purchases", kind: "number" },
          "The longest",
          { label: "Money", kind: "number" },
        ]}
        rows={money.map((waiting) => {
          const { label, oldest, href } = moneyWords[waiting.kind];
          return [
            href === null ? (
              <span safe>{label}</span>
            ) : (
              <a href={href} safe>
                {label}
              </a>
            ),
            <Rows depth={waiting} />,
            waiting.oldestAt === null ? (
              <Dash />
            ) : (
              <span class="lines">
                <Age at={waiting.oldestAt} now={at} />
                <span class="muted small" safe>
                  {oldest}
                </span>
              </span>
            ),
            <Amounts cents={waiting.cents} />,
          ];
        })}
      />
      <p class="muted small">
        {"Nothing on this page moves money. "}
        <a href="/admin/reconciliation">The ledger is compared with the provider every day</a>
        {`; at most ${counted(10_000, "purchase")} are summed.`}
      </p>
      <RunbookLinks names={runbookParts.money} />
    </section>
  );
}

function Amounts({ cents }: { cents: Record<string, number> }): JSX.Element {
  const entries = Object.entries(cents);
  if (entries.length === 0) return <Dash />;
  return (
    <span class="lines">
      {entries.map(([currency, amount]) => (
        <Money cents={amount} currency={currency} />
      ))}
    </span>
  );
}
