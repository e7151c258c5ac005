/**
 * Measured at each scrape of a clock process: pending jobs in queues, and pending money. All
 * processes would report the same, so one kind is enough.
 */
import type { Database } from "../db/client.ts";
import { moneyStates, sumLedger, sumWaitingMoney } from "../db/queries/operation/money.ts";
import {
  type Backlog,
  readBucketDeliveryBacklog,
  readDeliveryBacklog,
  readImportBacklog,
  readTwinBacklog,
  readUnnumbered,
  readUntold,
} from "../db/queries/operation/queues.ts";
import { type Bus, type Queue, type QueueState, queues } from "../platform/bus/port.ts";
import { Gauge, type Registry } from "../platform/metrics.ts";

type MetricSources = { db: Database; bus: Pick<Bus, "inspect">; now: () => Date };
type Waiting = {
  waiting: number;
  /** For queues of the bus. */
  unsettled?: number;
  since: Date | null;
  /** For deliveries: when the oldest event happened, whatever the reason for its delay. */
  happenedAt?: Date | null;
};

/** Several metrics come from one query, and several scrapes may share it. */
const rememberedMs = 10_000;
const queueNames = Object.keys(queues) as Queue[];

export function registerOperation(registry: Registry, parts: MetricSources): void {
  registerQueues(registry, parts);
  registerUntold(registry, parts);
  registerMoneyWaiting(registry, parts);
}

function registerQueues(registry: Registry, parts: MetricSources): void {
  const registers = [registry];
  const ask = remembered(parts, () => readQueues(parts));
  const ageOf = (since: Date | null) =>
    since === null ? 0 : Math.max(0, (parts.now().getTime() - since.getTime()) / 1000);
  new Gauge({
    name: "market_queue_waiting",
    help: "Jobs that no worker has taken, by queue: profile, notify, embed, matching, webhooks, and in the database twin (files without Parquet), deliveries (of webhooks), imports and bucket_deliveries; -1 if the source does not answer. Reported by the clock role.",
    labelNames: ["queue"],
    registers,
    async collect() {
      for (const [queue, state] of await ask()) this.set({ queue }, state?.waiting ?? -1);
    },
  });
  new Gauge({
    name: "market_queue_unsettled",
    help: "Jobs that were taken and have not ended, by queue: they run, or wait for a retry. Reported by the clock role.",
    labelNames: ["queue"],
    registers,
    async collect() {
      const states = await ask();
      // The queues in the database never have this figure.
      for (const queue of queueNames) this.set({ queue }, states.get(queue)?.unsettled ?? -1);
    },
  });
  new Gauge({
    name: "market_queue_oldest_seconds",
    help: "Waiting time of the oldest job that no worker has taken, by queue; for deliveries, time since one to a working receiver was due; 0 if none waits. Reported by the clock role.",
    labelNames: ["queue"],
    registers,
    async collect() {
      for (const [queue, state] of await ask()) {
        this.set({ queue }, state === null ? -1 : ageOf(state.since));
      }
    },
  });
  new Gauge({
    name: "market_webhook_oldest_undelivered_seconds",
    help: "Age of the oldest event that a webhook has not accepted, including those for dead receivers. Reported by the clock role.",
    registers,
    async collect() {
      const state = (await ask()).get("deliveries") ?? null;
      this.set(state === null ? -1 : ageOf(state.happenedAt ?? null));
    },
  });
}

/** Work that each commit leaves for afterwards, normally for milliseconds. */
function registerUntold(registry: Registry, { db, now }: MetricSources): void {
  const untold: [string, () => Promise<Backlog>][] = [
    ["events", () => readUnnumbered(db)],
    ["notices", () => readUntold(db)],
  ];
  new Gauge({
    name: "market_untold_oldest_seconds",
    help: "Age of the oldest commit with pending work: events without a number, notifications to other processes; -1 while the database does not answer. Reported by the clock role.",
    labelNames: ["what"],
    registers: [registry],
    async collect() {
      for (const [what, ask] of untold) {
        const since = await ask().catch(() => null);
        const at = since === null ? null : (since.oldestAt ?? now());
        this.set({ what }, at === null ? -1 : Math.max(0, (now().getTime() - at.getTime()) / 1000));
      }
    },
  });
  new Gauge({
    name: "market_untold",
    help: "Events without a number, and pending notifications; -1 while the database does not answer. Reported by the clock role.",
    labelNames: ["what"],
    registers: [registry],
    async collect() {
      for (const [what, ask] of untold) {
        this.set({ what }, (await ask().catch(() => null))?.waiting ?? -1);
      }
    },
  });
}

/** Null if the source does not answer. */
async function readQueues({ db, bus, now }: MetricSources): Promise<Map<string, Waiting | null>> {
  const onBus = queueNames.map(async (queue): Promise<[string, Waiting | null]> => {
    const state = await bus.inspect(queue).catch(() => null);
    return [queue, state && waitingOf(state)];
  });
  const [twins, imports, toBuckets, deliveries] = await Promise.all([
    readTwinBacklog(db, now()).catch(() => null),
    readImportBacklog(db, now()).catch(() => null),
    readBucketDeliveryBacklog(db, now()).catch(() => null),
    readDeliveryBacklog(db, now()).catch(() => null),
  ]);
  return new Map<string, Waiting | null>([
    ...(await Promise.all(onBus)),
    ["twin", inDatabase(twins)],
    ["imports", inDatabase(imports)],
    ["bucket_deliveries", inDatabase(toBuckets)],
    [
      "deliveries",
      deliveries && {
        waiting: deliveries.waiting,
        since: deliveries.dueAt,
        happenedAt: deliveries.oldestAt,
      },
    ],
  ]);
}

const inDatabase = (backlog: Backlog | null): Waiting | null =>
  backlog && { waiting: backlog.waiting, since: backlog.oldestAt };

const waitingOf = ({ waiting, inFlight, waitingSince: since }: QueueState): Waiting => ({
  waiting,
  unsettled: inFlight,
  since,
});

function registerMoneyWaiting(registry: Registry, parts: MetricSources): void {
  const registers = [registry];
  const ask = remembered(parts, () => sumWaitingMoney(parts.db).catch(() => null));
  new Gauge({
    name: "market_money_cents",
    help: "Pending money, by state: payment_pending, in_escrow, disputed, payout_owed (released and not transferred, without fees and offset debts), refund_owed. Reported by the clock role.",
    labelNames: ["state", "currency"],
    registers,
    async collect() {
      this.reset();
      for (const { state, currency, cents } of (await ask()) ?? []) {
        this.set({ state, currency }, cents);
      }
    },
  });
  new Gauge({
    name: "market_money_purchases",
    help: "Purchases with pending money, by state; -1 while the database does not answer. Reported by the clock role.",
    labelNames: ["state"],
    registers,
    async collect() {
      const rows = await ask();
      for (const state of moneyStates) {
        const of = rows?.filter((row) => row.state === state);
        this.set({ state }, of?.reduce((sum, row) => sum + row.purchases, 0) ?? -1);
      }
    },
  });
  new Gauge({
    name: "market_money_oldest_seconds",
    help: "How long the oldest purchase with pending money has been in its state; 0 if there is none, -1 while the database does not answer. Reported by the clock role.",
    labelNames: ["state"],
    registers,
    async collect() {
      const rows = await ask();
      for (const state of moneyStates) {
        const ages = rows
          ?.filter((row) => row.state === state)
          .map(({ oldestAt }) => (parts.now().getTime() - oldestAt.getTime()) / 1000);
        this.set({ state }, ages === undefined ? -1 : Math.max(0, ...ages));
      }
    },
  });
  const askLedger = remembered(parts, () => sumLedger(parts.db).catch(() => []));
  new Gauge({
    name: "market_ledger_balance_cents",
    help: "Balance of the ledger by account; seller_payable is due to sellers. Reported by the clock role.",
    labelNames: ["account", "currency"],
    registers,
    async collect() {
      this.reset();
      for (const { account, currency, cents } of await askLedger()) {
        this.set({ account, currency }, cents);
      }
    },
  });
}

/** Shares one result among callers within some seconds. */
function remembered<Answer>({ now }: Pick<MetricSources, "now">, ask: () => Promise<Answer>) {
  let asked: { atMs: number; answer: Promise<Answer> } | null = null;
  return (): Promise<Answer> => {
    const atMs = now().getTime();
    if (asked === null || atMs - asked.atMs >= rememberedMs) asked = { atMs, answer: ask() };
    return asked.answer;
  };
}
