/** What the reconciliation shows to Prometheus: how far it is, and what stands open. */
import type { Database } from "../db/client.ts";
import { sumOpenFindings } from "../db/queries/reconciliation/findings.ts";
import { findLastDone } from "../db/queries/reconciliation/runs.ts";
import { Gauge, type Registry } from "../platform/metrics.ts";

/** Asked at each scrape. */
export function registerReconciliation(registry: Registry, db: Database): void {
  const registers = [registry];
  new Gauge({
    name: "market_reconciliation_findings_open",
    help: "Differences between ledger and payment provider that stand open; -1 while the database does not answer.",
    registers,
    async collect() {
      const sums = await sumOpenFindings(db).catch(() => null);
      this.set(sums?.open ?? -1);
    },
  });
  new Gauge({
    name: "market_reconciliation_difference_cents",
    help: "What open findings differ by, by currency, without regard to the sign.",
    labelNames: ["currency"],
    registers,
    async collect() {
      const sums = await sumOpenFindings(db).catch(() => null);
      this.reset();
      for (const [currency, cents] of Object.entries(sums?.differences ?? {})) {
        this.set({ currency }, cents);
      }
    },
  });
  new Gauge({
    name: "market_reconciliation_last_success_timestamp_seconds",
    help: "When a day was last reconciled to its end; 0 when none was or the database does not answer.",
    registers,
    async collect() {
      const at = await findLastDone(db).catch(() => null);
      this.set(at === null ? 0 : at.getTime() / 1000);
    },
  });
}
