/** Metrics of the replicas: how far each is behind, and which databases answer public reads. */
import type { Replicas } from "../../../db/replicas/open-replicas.ts";
import { Counter, Gauge, type Registry } from "../../../platform/metrics.ts";

/** Registers nothing without replicas. */
export function registerReplicas(registry: Registry, { ages, tally, behindMsMax }: Replicas): void {
  if (behindMsMax === 0) return;
  new Gauge({
    name: "market_replica_behind_seconds",
    help: "How old at most is what each replica shows, by its place in DATABASE_REPLICA_URLS from 0; -1 while nobody knows.",
    labelNames: ["replica"],
    registers: [registry],
    collect() {
      for (const [replica, ms] of ages()) this.set({ replica }, ms === null ? -1 : ms / 1000);
    },
  });
  new Counter({
    name: "market_public_reads_total",
    help: "Statements of calls without a credential, by who was asked: replica, primary (none was fresh), moved (again, after a replica failed).",
    labelNames: ["by"],
    registers: [registry],
    collect() {
      this.reset();
      for (const [by, count] of Object.entries(tally)) this.inc({ by }, count);
    },
  });
}
