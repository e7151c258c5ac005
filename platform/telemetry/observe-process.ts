/** A process's log and metrics, and their export. */
import { type Logger, openLog } from "../log.ts";
import { createRegistry, type Registry } from "../metrics.ts";
import { startTelemetry } from "./start-telemetry.ts";
import type { TelemetryConfig } from "./variables.ts";

export type Observed = {
  log: Logger;
  registry: Registry;
  /** Sends pending telemetry, for at most two seconds. */
  stopTelemetry(): Promise<void>;
};

/** Called once by a `main.ts`; `service` appears in logs and metrics. */
export async function observeProcess(
  config: TelemetryConfig & { LOG_LEVEL: string },
  service: string,
): Promise<Observed> {
  const telemetry = await startTelemetry(config, service);
  const log = openLog(config, service, { onLine: telemetry.onLine });
  const registry = createRegistry(service);
  telemetry.watch({ registry, log });
  return { log, registry, stopTelemetry: telemetry.stop };
}
