/** Metrics of the reconciliation: its progress and open findings. */
import type { Database } from "../db/client.ts";
import { sumOpenFindings } from "../db/queries/reconciliation/findings.ts";
import { findLastDone } from "../db/queries/reconciliation/runs.ts";
import { Gauge, type Registry } from "../platform/metrics.ts";

/** Measured at each scrape. */
export function registerReconciliation(registry: Registry, db: Database): void {
  const registers = [registry];
  new Gauge({
    name: "market_reconciliation_findings_open",
    help: "Open differences between ledger and payment provider; -1 while the database does not answer.",
    registers,
    async collect() {
      const sums = await sumOpenFindings(db).catch(() => null);
      this.set(sums?.open ?? -1);
    },
  });
  new Gauge({
    name: "market_reconciliation_difference_cents",
    help: "Absolute amount of the open findings, by currency.",
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
    help: "When a day was last completely reconciled; 0 if none was or the database does not answer.",
    registers,
    async collect() {
      const at = await findLastDone(db).catch(() => null);
      this.set(at === null ? 0 : at.getTime() / 1000);
    },
  });
}
