/** Clock tasks that delete expired rows and refresh derived data. */

import { sweepLogos } from "../../market/agent/logo/sweep-logos.ts";
import { purgeCounts } from "../../market/analytics/purge-counts.ts";
import { purgeEvents } from "../../market/event/purge-events.ts";
import { refreshDueFacts } from "../../market/facts/refresh-facts.ts";
import { purgeImports } from "../../market/listing/import/run-claims.ts";
import { purgeHeartbeats } from "../../market/operations/beat.ts";
import { purgePaymentEvents } from "../../market/purchase/purge-payment-events.ts";
import { purgeReports } from "../../market/report/purge-reports.ts";
import { purgeIdempotencyKeys } from "../../market/upkeep/purge-idempotency-keys.ts";
import { purgeOauthRecords } from "../../market/upkeep/purge-oauth-records.ts";
import { purgeOutbox } from "../../market/upkeep/purge-outbox.ts";
import { purgeRateWindows } from "../../market/upkeep/purge-rate-windows.ts";
import { purgeSessions } from "../../market/upkeep/purge-sessions.ts";
import { purgeShownSecrets } from "../../market/upkeep/purge-shown-secrets.ts";
import { sealStoredSecrets } from "../../market/upkeep/seal-stored-secrets.ts";
import { hourSeconds } from "../../platform/time.ts";
import type { ClockTask, TaskDeps } from "./task.ts";

/** Each reads a profile: when the rules of facts change, a million listings take four hours. */
const refreshedAtOnceMax = 500;

export const upkeepClockTasks: ClockTask[] = [
  { name: "purge_outbox", everySeconds: 60, run: ({ ctx }) => purgeOutbox(ctx) },
  { name: "purge_idempotency_keys", everySeconds: 60, run: ({ ctx }) => purgeIdempotencyKeys(ctx) },
  { name: "purge_rate_windows", everySeconds: 60, run: ({ ctx }) => purgeRateWindows(ctx) },
  { name: "purge_sessions", everySeconds: 60, run: ({ ctx }) => purgeSessions(ctx) },
  { name: "purge_oauth_records", everySeconds: 60, run: ({ ctx }) => purgeOauthRecords(ctx) },
  { name: "purge_shown_secrets", everySeconds: 60, run: ({ ctx }) => purgeShownSecrets(ctx) },
  { name: "purge_heartbeats", everySeconds: 60, run: ({ ctx }) => purgeHeartbeats(ctx) },
  { name: "sweep_logos", everySeconds: 600, run: ({ ctx }) => sweepLogos(ctx) },
  { name: "purge_reports", everySeconds: hourSeconds, run: ({ ctx }) => purgeReports(ctx) },
  { name: "purge_imports", everySeconds: hourSeconds, run: ({ ctx }) => purgeImports(ctx) },
  { name: "purge_counts", everySeconds: hourSeconds, run: ({ ctx }) => purgeCounts(ctx) },
  { name: "purge_events", everySeconds: 60, run: ({ ctx }) => purgeEvents(ctx) },
  {
    name: "purge_payment_events",
    everySeconds: hourSeconds,
    run: ({ ctx }) => purgePaymentEvents(ctx),
  },
  { name: "seal_stored_secrets", everySeconds: 60, run: sealStored },
  {
    name: "refresh_facts",
    everySeconds: 5,
    run: ({ ctx, log }) => refreshDueFacts(ctx, { rowsMax: refreshedAtOnceMax, log }),
  },
];

async function sealStored({ ctx, log }: TaskDeps): Promise<number> {
  const { sealed, unreadable } = await sealStoredSecrets(ctx);
  if (unreadable > 0) {
    log.warn({ rows: unreadable }, "no key of STORED_SECRETS_KEYS opens stored secrets");
  }
  return sealed;
}
