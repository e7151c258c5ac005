/** Webhooks for the load model: events at a rate, each owed to ten receivers on loopback. */
import { v7 } from "uuid";
import type { Database } from "../../db/client.ts";
import { emitEvents } from "../../market/event/emit-event.ts";
import { WEBHOOKS_PER_PRINCIPAL_MAX } from "../../market/webhook/limits.ts";
import { processorMs } from "../processor-time.ts";
import { type Caller, send } from "../stack.ts";

/** So often a transaction writes the events that are due. */
const emitMs = 100;
/** What has not come so long after the last event is counted as waiting. */
const patienceSeconds = 30;

export async function callWebhooks(
  db: Database,
  agent: Caller,
  { perSecond, seconds, pids }: { perSecond: number; seconds: number; pids: number[] },
): Promise<void> {
  let received = 0;
  const receiver = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch() {
      received += 1;
      return new Response(null, { status: 204 });
    },
  });
  try {
    const { id } = await send<{ id: string }>(agent, "GET", "/agent/me");
    for (let n = 0; n < WEBHOOKS_PER_PRINCIPAL_MAX; n++) {
      const url = `http://127.0.0.1:${receiver.port}/${n}`;
      await send(agent, "POST", "/webhooks", { url, types: ["listing.published"] });
    }
    const eventsPerSecond = perSecond / WEBHOOKS_PER_PRINCIPAL_MAX;
    const startedAt = performance.now();
    const processorBefore = processorMs(pids);
    const events = await emitAtRate(db, id, { perSecond: eventsPerSecond, seconds });
    const emittedSeconds = (performance.now() - startedAt) / 1000;
    const owed = events * WEBHOOKS_PER_PRINCIPAL_MAX;
    const atEnd = received;
    await until(() => received >= owed, patienceSeconds);
    const eachMs = (processorMs(pids) - processorBefore) / received;
    const tookSeconds = (performance.now() - startedAt) / 1000;
    process.stdout.write(
      `  ${events} events written in ${emittedSeconds.toFixed(1)} s, ${owed} webhooks owed; ` +
        `${atEnd} called by then, ${received} after ${tookSeconds.toFixed(1)} s ` +
        `(${Math.round(received / tookSeconds)} a second, ` +
        `${eachMs.toFixed(2)} ms of the worker's processor time each)\n`,
    );
  } finally {
    await receiver.stop(true);
  }
}

/** Each event is of a subject of its own, so that no order holds any of them back. */
async function emitAtRate(
  db: Database,
  agentId: string,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<number> {
  const to = { kind: "agent", id: agentId } as const;
  const startedAt = performance.now();
  let written = 0;
  for (;;) {
    const elapsed = Math.min((performance.now() - startedAt) / 1000, seconds);
    const due = Math.floor(elapsed * perSecond) - written;
    const list = Array.from({ length: due }, () => {
      const subjectId = v7();
      return { to, subjectId, data: { dataset_id: subjectId, dataset_version: 1 } };
    });
    if (due > 0) {
      await db.transaction((tx) => emitEvents(tx, "listing.published", list, new Date()));
    }
    written += due;
    if (elapsed >= seconds) return written;
    await Bun.sleep(emitMs);
  }
}

async function until(isSo: () => boolean, secondsMax: number): Promise<void> {
  const deadline = performance.now() + secondsMax * 1000;
  while (!isSo() && performance.now() < deadline) await Bun.sleep(emitMs);
}
