/** Opens a process's vectors in memory; logs and counts their loads and contents. */
import {
  type LoadOutcome,
  loadOutcomes,
  SignsInMemory,
} from "../../../market/search/embed/signs-in-memory.ts";
import type { Config } from "../../../platform/config.ts";
import type { Logger } from "../../../platform/log.ts";
import { Counter, Gauge, type Registry } from "../../../platform/metrics.ts";

export function openVectorMemory(config: Config, registry: Registry, log: Logger): SignsInMemory {
  const memory = new SignsInMemory(config, { onLoad: loadRecorder(registry, log) });
  registerHeld(registry, memory);
  return memory;
}

function loadRecorder(
  registry: Registry,
  log: Logger,
): (outcome: LoadOutcome, error?: unknown) => void {
  const loads = new Counter({
    name: "market_vector_loads_total",
    help: "Readings of all vectors into the memory of an API process, by outcome: loaded, too_many (more than EMBEDDINGS_MEMORY_BYTES_MAX holds), failed.",
    labelNames: ["outcome"],
    registers: [registry],
  });
  for (const outcome of loadOutcomes) loads.inc({ outcome }, 0);
  return (outcome, error) => {
    loads.inc({ outcome });
    if (outcome === "failed") log.error({ err: error }, "vectors not read into memory");
    if (outcome === "too_many") log.warn("more vectors than EMBEDDINGS_MEMORY_BYTES_MAX holds");
  };
}

function registerHeld(registry: Registry, memory: Pick<SignsInMemory, "held">): void {
  new Gauge({
    name: "market_vectors_held",
    help: "Vectors in the memory of an API process, known by their signs and by their bytes, too.",
    labelNames: ["by"],
    registers: [registry],
    collect() {
      const { signs, vectors } = memory.held;
      this.set({ by: "signs" }, signs);
      this.set({ by: "bytes" }, vectors);
    },
  });
}
