/** The effect of a request with its events, and what happens between that and the response. */

import type { Emitted, RequestOf, Webhooks } from "./events/webhooks.ts";
import type { Fault, FaultKind } from "./faults.ts";
import type { Call } from "./http/call.ts";
import { InvalidParameters, StripeFailure } from "./http/failure.ts";
import type { Store } from "./store.ts";

export type TakenFaults = ReadonlyMap<FaultKind, Fault>;
export type Effect<Value> = { deliveries: number[] } & (
  | { value: Value; failure?: undefined }
  | { value?: undefined; failure: StripeFailure }
);

type Options = { store: Store; webhooks: Webhooks; baseUrl: string };
type Circumstances = { id: string; now: number; faults: TakenFaults; request: RequestOf };

/**
 * Runs `work` inside the caller's transaction. A refusal rolls back its writes and events, except a
 * 402, because a declined charge stays on record. Throws refusals of the parameters themselves.
 */
export function runEffect<Value>(
  { store, webhooks, baseUrl }: Options,
  { id, now, faults, request }: Circumstances,
  work: (call: Call) => Value,
): Effect<Value> {
  const emitted: Emitted[] = [];
  const isDeclineForced = faults.has("card_declined");
  const call: Call = {
    store,
    id,
    now,
    baseUrl,
    isDeclineForced,
    processingMs: faults.get("processing")?.delay_ms,
    emit: (type, object) => emitted.push({ type, object: structuredClone(object) }),
  };
  const outcome = runGuarded(store, () => work(call));
  if (outcome.failure !== undefined && outcome.failure.status !== 402) emitted.length = 0;
  return { ...outcome, deliveries: webhooks.record(emitted, request, faults) };
}

function runGuarded<Value>(
  store: Store,
  run: () => Value,
): { value: Value; failure?: undefined } | { value?: undefined; failure: StripeFailure } {
  const guarded = store.database.transaction(() => {
    try {
      return { value: run() };
    } catch (error) {
      if (error instanceof StripeFailure && error.status === 402) return { failure: error };
      throw error;
    }
  });
  try {
    return guarded();
  } catch (error) {
    if (error instanceof InvalidParameters || !(error instanceof StripeFailure)) throw error;
    return { failure: error };
  }
}

/** Sends the webhooks before or after the response, and waits as long as a fault demands. */
export async function settle(
  { webhooks, tasks }: { webhooks: Webhooks; tasks: { wake(): void } },
  faults: TakenFaults,
  deliveries: number[],
): Promise<void> {
  tasks.wake();
  if (faults.has("webhook_before_answer")) await webhooks.deliver(deliveries);
  else webhooks.wake();
  const late = faults.get("late_answer");
  if (late !== undefined) await Bun.sleep(late.delay_ms);
}
