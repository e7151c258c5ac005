/** Measured at each scrape: refunds and chargebacks that wait for a person, and their deadlines. */
import type { Database } from "../db/client.ts";
import { countOpenChargebacks } from "../db/queries/purchases/chargeback-lists.ts";
import { countFailedRefunds } from "../db/queries/purchases/refunds.ts";
import { Gauge, type Registry } from "../platform/metrics.ts";

export function registerMoney(registry: Registry, db: Database, now: () => Date): void {
  new Gauge({
    name: "market_refunds_failed",
    help: "Refunds that the bank returned and that are still due; -1 while the database does not answer.",
    registers: [registry],
    async collect() {
      this.set(await countFailedRefunds(db).catch(() => -1));
    },
  });
  new Gauge({
    name: "market_chargebacks_open",
    help: "Chargebacks that the bank has not decided; -1 while the database does not answer.",
    registers: [registry],
    async collect() {
      const chargebacks = await countOpenChargebacks(db).catch(() => null);
      this.set(chargebacks?.open ?? -1);
    },
  });
  new Gauge({
    name: "market_chargeback_evidence_due_seconds_min",
    help: "Time until the earliest evidence deadline of an unanswered open chargeback; NaN if there is none.",
    registers: [registry],
    async collect() {
      const first = (await countOpenChargebacks(db).catch(() => null))?.firstDueAt ?? null;
      this.set(first === null ? Number.NaN : (first.getTime() - now().getTime()) / 1000);
    },
  });
}
