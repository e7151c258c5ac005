/** What the clock forgets: rows whose time is over. */

import { purgeEvents } from "../../market/event/purge-events.ts";
import { purgePaymentEvents } from "../../market/purchase/purge-payment-events.ts";
import { purgeIdempotencyKeys } from "../../market/upkeep/purge-idempotency-keys.ts";
import { purgeOutbox } from "../../market/upkeep/purge-outbox.ts";
import { purgeSessions } from "../../market/upkeep/purge-sessions.ts";
import { purgeShownSecrets } from "../../market/upkeep/purge-shown-secrets.ts";
import { hourSeconds } from "../../platform/time.ts";
import type { ClockTask } from "./task.ts";

export const upkeepClockTasks: ClockTask[] = [
  { name: "purge_outbox", everySeconds: 60, run: ({ ctx }) => purgeOutbox(ctx) },
  { name: "purge_idempotency_keys", everySeconds: 60, run: ({ ctx }) => purgeIdempotencyKeys(ctx) },
  { name: "purge_sessions", everySeconds: 60, run: ({ ctx }) => purgeSessions(ctx) },
  { name: "purge_shown_secrets", everySeconds: 60, run: ({ ctx }) => purgeShownSecrets(ctx) },
  { name: "purge_events", everySeconds: 60, run: ({ ctx }) => purgeEvents(ctx) },
  {
    name: "purge_payment_events",
    everySeconds: hourSeconds,
    run: ({ ctx }) => purgePaymentEvents(ctx),
  },
];
