/**
 * The relay: outbox → bus. A row is marked after the bus has stored it. After a crash in between,
 * it is published again under the same message id, which the bus drops. Any number of relays may
 * run.
 */
import type { Database, DatabaseHandle } from "../db/client.ts";
import { keepListening } from "../db/keep-listening.ts";
import {
  lockUnpublished,
  markPublished,
  type OutboxMessage,
} from "../db/queries/journal/outbox.ts";
import { Bell, pause } from "../platform/bell.ts";
import { type Bus, BusFullError } from "../platform/bus/port.ts";
import type { Logger } from "../platform/log.ts";
import { Outage } from "../platform/outage.ts";
import { troubleReason } from "../platform/part-trouble.ts";
import type { Span } from "../platform/telemetry/port.ts";
import { tracedEntry } from "../platform/telemetry/tracing.ts";
import { messagingAttributes } from "./messaging-attributes.ts";
import { type RelayHold, relayHolds, type WorkerMetrics } from "./metrics.ts";
import { backoffSeconds, type Role } from "./role.ts";

const batchRowsMax = 100;
/** Most delay of a row if the database's notification was lost. */
const pollSeconds = 1;
const failurePause = { baseSeconds: 0.25, capSeconds: 5 };
/**
 * A queue without its consumer is not processed, and only the relay notices that if no worker runs.
 */
const topologyCheckSeconds = 30;

export type RelayDeps = {
  db: Database;
  listen: DatabaseHandle["listen"];
  bus: Bus;
  now: () => Date;
  log: Logger;
  metrics: WorkerMetrics;
};

export function startRelay(deps: RelayDeps): Role {
  const stopping = new AbortController();
  const bell = new Bell();
  const listening = keepListening(deps.listen, {
    channel: "outbox",
    onNotice: () => bell.ring(),
    signal: stopping.signal,
    log: deps.log,
  });
  const running = runRelay(deps, bell, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await Promise.all([listening, running]);
    },
  };
}

function secondsSince(earlier: Date, now: Date): number {
  return (now.getTime() - earlier.getTime()) / 1000;
}

/** Why rows could not be published, and how many. */
type Hold = { cause: RelayHold; rows: number; error: unknown };

async function runRelay(deps: RelayDeps, bell: Bell, signal: AbortSignal): Promise<void> {
  const outage = new Outage(deps.log, {
    begins: "the relay cannot publish; messages wait in the outbox; retrying",
    ends: "the relay publishes again",
  });
  let failures = 0;
  let checkedAt = deps.now();
  while (!signal.aborted) {
    const hold = await relayAll(deps, signal);
    if (secondsSince(checkedAt, deps.now()) >= topologyCheckSeconds && hold === null) {
      checkedAt = deps.now();
      await deps.bus.ensureTopology().catch(() => {});
    }
    showHold(deps.metrics, outage, hold);
    failures = hold === null ? 0 : failures + 1;
    if (hold === null) await bell.wait(pollSeconds, signal);
    else await pause(backoffSeconds(failures, failurePause), signal);
  }
}

const holdReasons: Record<RelayHold, (error: unknown) => string> = {
  bus_away: () => "nats is not connected, or does not answer",
  bus_full: (error) => `nats ${troubleReason(error)}`,
  database: () => "the outbox cannot be read or marked",
};

function showHold(metrics: WorkerMetrics, outage: Outage, hold: Hold | null): void {
  for (const cause of relayHolds) metrics.relayHeld.set({ cause }, hold?.cause === cause ? 1 : 0);
  if (hold === null) outage.end();
  else outage.meet(holdReasons[hold.cause](hold.error), { err: hold.error }, hold.rows);
}

/** Publishes until nothing is left; null if it succeeded. */
async function relayAll(deps: RelayDeps, signal: AbortSignal): Promise<Hold | null> {
  if (!deps.bus.isConnected()) return { cause: "bus_away", rows: 0, error: undefined };
  try {
    while (!signal.aborted) {
      const { locked, failures } = await relayBatch(deps);
      if (failures.length > 0) {
        // If a stream is missing, the reason why it cannot be created says more than the failed
        // publication.
        const trouble: unknown = await deps.bus.ensureTopology().then(
          () => null,
          (error) => error,
        );
        const isFull = (error: unknown) => error instanceof BusFullError;
        const error = [trouble, ...failures].find(isFull) ?? failures[0];
        const cause = isFull(error) ? "bus_full" : "bus_away";
        return { cause, rows: failures.length, error };
      }
      if (locked < batchRowsMax) return null;
    }
    return null;
  } catch (error) {
    return { cause: "database", rows: 0, error };
  }
}

async function relayBatch(deps: RelayDeps): Promise<{ locked: number; failures: unknown[] }> {
  return await deps.db.transaction(async (tx) => {
    const messages = await lockUnpublished(tx, batchRowsMax);
    const { published, failures } = await publishAll(deps, messages);
    await markPublished(tx, published, deps.now());
    return { locked: messages.length, failures };
  });
}

/** Returns the ids stored by the bus, and the reason why others were not. */
async function publishAll(
  deps: RelayDeps,
  messages: OutboxMessage[],
): Promise<{ published: string[]; failures: unknown[] }> {
  const results = await Promise.allSettled(messages.map((message) => publish(deps.bus, message)));
  const published: string[] = [];
  const failures: unknown[] = [];
  for (const [index, message] of messages.entries()) {
    const result = results[index];
    if (result?.status === "fulfilled") published.push(message.id);
    else failures.push(result?.reason);
  }
  deps.metrics.published.inc(published.length);
  deps.metrics.publishFailures.inc(failures.length);
  return { published, failures };
}

/** Publishes in the trace of the message's cause, if there is one. */
function publish(bus: Bus, { id, subject, payload, traceparent }: OutboxMessage): Promise<void> {
  const send = (span: Span | null) =>
    bus.publish(subject, payload, { messageId: id, traceparent: span?.traceparent ?? traceparent });
  if (traceparent === null) return send(null);
  const attributes = messagingAttributes("send", subject, id);
  return tracedEntry(
    `send ${subject}`,
    { kind: "producer", parent: traceparent, attributes },
    send,
  );
}
