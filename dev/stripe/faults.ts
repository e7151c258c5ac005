/** Faults requested by tests (`POST /_faults`), each for the next matching requests. */
import { z } from "zod";
import { minuteMs } from "../../platform/time.ts";

const DELAY_MS_MAX = 2 * minuteMs;
const TIMES_MAX = 1_000_000;

export const faultKinds = [
  "refuse_connection_before",
  "drop_answer",
  "late_answer",
  "status_500_before",
  "status_500_after",
  "rate_limit",
  "card_declined",
  "processing",
  "webhook_before_answer",
  "webhook_dropped",
  "webhook_twice",
  "webhook_late",
  "webhooks_reversed",
] as const;
export type FaultKind = (typeof faultKinds)[number];

const faultSchema = z.strictObject({
  /** Such as `POST /v1/payment_intents/:id/confirm`, or `*` for every operation. */
  operation: z.string().default("*"),
  kind: z.enum(faultKinds),
  times: z.number().int().min(1).max(TIMES_MAX).default(1),
  /** Only requests whose path or body contains this text, such as a customer's id. */
  match: z.string().min(1).optional(),
  delay_ms: z.number().int().min(0).max(DELAY_MS_MAX).default(1000),
});
export type Fault = z.output<typeof faultSchema>;

export type Faults = {
  /** Throws a `ZodError` for an invalid fault and an `Error` for an unknown operation. */
  add(given: unknown): void;
  /** Consumes one use of every fault kind for this operation; `text` is path and body. */
  take(operation: string, text: string): Map<FaultKind, Fault>;
  list(): Fault[];
  clear(): void;
};

export function createFaults(operationNames: ReadonlySet<string>): Faults {
  let faults: Fault[] = [];
  return {
    add(given) {
      const fault = faultSchema.parse(given);
      if (fault.operation !== "*" && !operationNames.has(fault.operation)) {
        throw new Error(`There is no operation "${fault.operation}".`);
      }
      faults.push(fault);
    },
    take(operation, text) {
      const taken = new Map<FaultKind, Fault>();
      for (const fault of faults) {
        if (fault.operation !== "*" && fault.operation !== operation) continue;
        if (fault.match !== undefined && !text.includes(fault.match)) continue;
        if (taken.has(fault.kind)) continue;
        taken.set(fault.kind, fault);
        fault.times -= 1;
      }
      faults = faults.filter((fault) => fault.times > 0);
      return taken;
    },
    list: () => faults,
    clear() {
      faults = [];
    },
  };
}
