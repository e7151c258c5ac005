/**
 * The relay: outbox → bus. A row is marked after the bus has stored it, so a crash in between
 * publishes it again under the same message id, which the bus drops. Any number of relays may run.
 */
import type { Database, DatabaseHandle } from "../db/client.ts";
import { keepListening } from "../db/keep-listening.ts";
import {
  lockUnpublished,
  markPublished,
  type OutboxMessage,
} from "../db/queries/journal/outbox.ts";
import { Bell, pause } from "../platform/bell.ts";
import type { Bus } from "../platform/bus/port.ts";
import type { Logger } from "../platform/log.ts";
import type { WorkerMetrics } from "./metrics.ts";
import { backoffSeconds, type Role } from "./role.ts";

const batchRowsMax = 100;
/** How late a row can be when the database's notice was lost. */
const pollSeconds = 1;
const failurePause = { baseSeconds: 0.25, capSeconds: 5 };

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

async function runRelay(deps: RelayDeps, bell: Bell, signal: AbortSignal): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    const ok = await relayAll(deps, signal);
    failures = ok ? 0 : failures + 1;
    if (ok) await bell.wait(pollSeconds, signal);
    else await pause(backoffSeconds(failures, failurePause), signal);
  }
}

/** Publishes until nothing is left. False when the database or the bus did not take part. */
async function relayAll(deps: RelayDeps, signal: AbortSignal): Promise<boolean> {
  if (!deps.bus.isConnected()) return false;
  try {
    while (!signal.aborted) {
      const { locked, failed } = await relayBatch(deps);
      if (failed > 0) {
        await deps.bus.ensureTopology();
        return false;
      }
      if (locked < batchRowsMax) return true;
    }
    return true;
  } catch (error) {
    deps.log.warn({ err: error }, "the relay could not publish; trying again");
    return false;
  }
}

async function relayBatch(deps: RelayDeps): Promise<{ locked: number; failed: number }> {
  return await deps.db.transaction(async (tx) => {
    const messages = await lockUnpublished(tx, batchRowsMax);
    const published = await publishAll(deps, messages);
    await markPublished(tx, published, deps.now());
    return { locked: messages.length, failed: messages.length - published.length };
  });
}

/** Returns the ids of those that the bus has stored. */
async function publishAll(deps: RelayDeps, messages: OutboxMessage[]): Promise<string[]> {
  const results = await Promise.allSettled(
    messages.map(({ id, subject, payload }) =>
      deps.bus.publish(subject, payload, { messageId: id }),
    ),
  );
  const published: string[] = [];
  for (const [index, message] of messages.entries()) {
    const result = results[index];
    if (result?.status === "fulfilled") published.push(message.id);
    else deps.log.warn({ err: result?.reason, outboxId: message.id }, "a publish failed");
  }
  deps.metrics.published.inc(published.length);
  deps.metrics.publishFailures.inc(messages.length - published.length);
  return published;
}
