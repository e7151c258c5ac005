/** One attempt of one delivery: claimed, sent, recorded. If the process dies in between, it is sent again. */
import type { Database } from "../../db/client.ts";
import {
  claimDueDeliveries,
  type DeliveredTry,
  type DueDelivery,
  recordTry,
} from "../../db/queries/events/webhook-deliveries.ts";
import {
  disableEndpoint,
  type EndpointRow,
  lockAnyEndpoint,
  updateEndpoint,
} from "../../db/queries/events/webhooks.ts";
import { enqueueJob, writeAudit } from "../../db/queries/journal/journal.ts";
import type { SystemActor } from "../../db/vocabulary/actor.ts";
import { createRedactor } from "../../platform/secrets/redact.ts";
import type { UnreadableReason } from "../../platform/secrets/stored-secret.ts";
import type { Span } from "../../platform/telemetry/port.ts";
import { currentTraceparent, tracedEntry } from "../../platform/telemetry/tracing.ts";
import type { SendResult, WebhookSender } from "../../platform/webhooks/port.ts";
import { signedHeaders } from "../../platform/webhooks/signature.ts";
import type { Context } from "../context.ts";
import { viewEvent } from "../event/event-view.ts";
import { WEBHOOK_TIMEOUT_SECONDS } from "./limits.ts";
import { type Attempt, type AttemptOutcome, isFailingTooLong, outcomeOf } from "./rules.ts";
import {
  readAddress,
  tokensIn,
  unreadableRetrySeconds,
  unreadableWords,
} from "./stored-address.ts";
import { signingSecrets } from "./webhook-view.ts";

/** Well beyond one attempt, so that nobody else takes it while it runs. */
const leaseSeconds = 3 * WEBHOOK_TIMEOUT_SECONDS;
/** Concurrent attempts to one endpoint, so that it cannot hold up the others. */
const triesPerEndpointMax = 4;
/** The same for an endpoint that has failed for a while, until it answers again. */
const triesPerFailingEndpointMax = 1;
const failingSecondsMin = 60;

const actor: SystemActor = { kind: "system", name: "webhooks" };

/** Claims at most `rowsMax` due deliveries; each has to be tried within its lease. */
export function claimDeliveries(ctx: Context, rowsMax: number): Promise<DueDelivery[]> {
  const now = ctx.now();
  const leasedUntil = new Date(now.getTime() + leaseSeconds * 1000);
  return claimDueDeliveries(ctx.db, {
    now,
    leasedUntil,
    rowsMax,
    perEndpointMax: triesPerEndpointMax,
    perFailingMax: triesPerFailingEndpointMax,
    failingBefore: new Date(now.getTime() - failingSecondsMin * 1000),
  });
}

export type DeliverResult = { outcome: AttemptOutcome["kind"] | "given_back" | "unreadable" };

export type Delivering = {
  sender: WebhookSender;
  /** Resolves when the successful attempt is recorded; others may be recorded with it. */
  recordDelivered: (delivered: DeliveredTry) => Promise<void>;
};

/**
 * Sends a claimed delivery and records the result. If the signal fires first, it is returned,
 * and if the address cannot be decrypted, it waits for the key: neither counts as an attempt.
 */
export function deliverEvent(
  ctx: Context,
  delivering: Delivering,
  due: DueDelivery,
  signal: AbortSignal,
): Promise<DeliverResult> {
  const attributes = {
    "http.request.method": "POST",
    "market.event.type": due.event.type,
    "market.webhook.tries": due.delivery.attempts,
  };
  const entry = { kind: "client", parent: due.event.traceparent, attributes } as const;
  return tracedEntry("POST webhook", entry, (span) =>
    tryOnce(ctx, delivering, due, { signal, span }),
  );
}

async function tryOnce(
  ctx: Context,
  { sender, recordDelivered }: Delivering,
  due: DueDelivery,
  { signal, span }: { signal: AbortSignal; span: Span | null },
): Promise<DeliverResult> {
  const { delivery, endpoint } = due;
  const address = readAddress(ctx, endpoint);
  if (address.url === null) {
    span?.fail(`address_${address.reason}`);
    return await waitForKey(ctx, due, address.reason);
  }
  const result = await sender.post(address.url, signedMessage(ctx, due), signal);
  describeResult(span, result);
  if (result.kind === "failed" && signal.aborted) {
    const back = { attempts: delivery.attempts - 1 };
    await recordTry(ctx.db, { id: delivery.id, tries: delivery.attempts }, back);
    return { outcome: "given_back" };
  }
  const attempt = attemptOf(result, address.url);
  const outcome = outcomeOf(attempt, delivery.attempts, Math.random());
  if (outcome.kind === "delivered") {
    const { status, excerpt } = attempt;
    await recordDelivered({ id: delivery.id, endpointId: endpoint.id, status, excerpt });
    return { outcome: outcome.kind };
  }
  await ctx.db.transaction((tx) => recordFailure(tx, due, { attempt, outcome, now: ctx.now() }));
  return { outcome: outcome.kind };
}

/** The owner is not at fault, so neither delivery nor endpoint comes closer to its end. */
async function waitForKey(
  ctx: Context,
  { delivery: { id, attempts: tries } }: DueDelivery,
  reason: UnreadableReason,
): Promise<DeliverResult> {
  await recordTry(
    ctx.db,
    { id, tries },
    {
      attempts: tries - 1,
      dueAt: new Date(ctx.now().getTime() + unreadableRetrySeconds * 1000),
      lastError: `address_unreadable: the webhook's address ${unreadableWords[reason]}`,
    },
  );
  return { outcome: "unreadable" };
}

function signedMessage(ctx: Context, { event, endpoint }: DueDelivery) {
  const sentAt = ctx.now();
  const body = JSON.stringify(viewEvent(event));
  const traceparent = currentTraceparent();
  const secrets = signingSecrets(ctx, endpoint, sentAt);
  return {
    body,
    headers: {
      "content-type": "application/json",
      "user-agent": "dataset-market-webhooks/1.0",
      ...signedHeaders(secrets, { id: event.id, sentAt, body }),
      ...(traceparent === null ? {} : { traceparent }),
    },
  };
}

/** Records only the status: the receiver's address and answer are its own. */
function describeResult(span: Span | null, result: SendResult): void {
  if (result.kind === "answered") span?.set({ "http.response.status_code": result.status });
  const fault = result.kind === "failed" ? result.code : String(result.status);
  if (result.kind === "failed" || result.status >= 400) span?.fail(fault);
}

/** The receiver may repeat parts of its address, so tokens are removed. */
function attemptOf(result: SendResult, url: string): Attempt {
  const storable = (text: string) =>
    text === "" ? text : withoutNul(createRedactor(tokensIn(url))(text));
  if (result.kind === "answered") {
    const { status, retryAfterSeconds = null } = result;
    return { status, error: null, excerpt: storable(result.excerpt), retryAfterSeconds };
  }
  const error = storable(`${result.code}: ${result.detail}`);
  return { status: null, error, excerpt: null, retryAfterSeconds: null };
}

/** Postgres stores no NUL character. */
function withoutNul(text: string): string {
  return text.replaceAll("\u0000", "\ufffd");
}

type FailedOutcome = Exclude<AttemptOutcome, { kind: "delivered" }>;
type FailedTry = { attempt: Attempt; outcome: FailedOutcome; now: Date };

/** Locks the endpoint before the delivery, like its owner's changes. */
async function recordFailure(
  tx: Database,
  { delivery, endpoint: { id: endpointId } }: DueDelivery,
  { attempt, outcome, now }: FailedTry,
): Promise<void> {
  const endpoint = await lockAnyEndpoint(tx, endpointId);
  if (endpoint === null) return;
  const answer = { lastStatus: attempt.status, lastResponse: attempt.excerpt };
  const lastError = outcome.error;
  const change =
    outcome.kind === "retry"
      ? { dueAt: new Date(now.getTime() + outcome.pauseSeconds * 1000) }
      : ({ state: "failed", dueAt: null, endedAt: now } as const);
  const own = { id: delivery.id, tries: delivery.attempts };
  await recordTry(tx, own, { ...answer, ...change, lastError });
  await noteFailure(tx, endpoint, { outcome, now });
}

async function noteFailure(
  tx: Database,
  endpoint: EndpointRow,
  { outcome, now }: { outcome: FailedOutcome; now: Date },
): Promise<void> {
  const failingSince = endpoint.failingSince ?? now;
  if (endpoint.failingSince === null) await updateEndpoint(tx, endpoint.id, { failingSince });
  if (endpoint.disabledAt !== null) return;
  const isGone = outcome.kind === "gone";
  if (!isGone && !isFailingTooLong(failingSince, now)) return;
  const reason = isGone ? "gone" : "failing";
  await disableEndpoint(tx, endpoint.id, { reason, now });
  const subject = { subjectKind: "webhook", subjectId: endpoint.id } as const;
  await writeAudit(tx, { actor, action: "webhook.disabled", ...subject, detail: { reason } }, now);
  await enqueueJob(tx, "jobs.mail", { template: "webhook_disabled", webhook_id: endpoint.id }, now);
}
