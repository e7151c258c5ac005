/**
 * Starts telemetry if an OTLP endpoint is configured; otherwise loads nothing. Called by each
 * `main.ts`.
 */
import packageJson from "../../package.json" with { type: "json" };
import { pause } from "../bell.ts";
import type { Logger } from "../log.ts";
import type { Registry } from "../metrics.ts";
import { installTracer } from "./tracing.ts";
import type { TelemetryConfig } from "./variables.ts";

export type Telemetry = {
  /** Receives each log line as it is written; undefined if lines are not exported. */
  onLine: ((line: string) => void) | undefined;
  /** Starts counting and logging the collector's troubles. */
  watch(parts: { registry: Registry; log: Logger }): void;
  /** Sends pending telemetry, for at most two seconds. */
  stop(): Promise<void>;
};

const stopSecondsMax = 2;
const none: Telemetry = { onLine: undefined, watch: () => {}, stop: async () => {} };

/** Called once, before the log is created. */
export async function startTelemetry(config: TelemetryConfig, service: string): Promise<Telemetry> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED: isDisabled } = config;
  if (endpoint === undefined || isDisabled) return none;
  const { openTelemetry } = await import("./open-telemetry.ts");
  const opened = openTelemetry({
    service,
    version: packageJson.version,
    sampler: config.OTEL_TRACES_SAMPLER,
    samplerArgument: config.OTEL_TRACES_SAMPLER_ARG,
    sends: {
      traces: config.OTEL_TRACES_EXPORTER !== "none",
      logs: config.OTEL_LOGS_EXPORTER !== "none",
    },
  });
  installTracer(opened.tracer);
  return {
    onLine: opened.onLine,
    watch: opened.watch,
    async stop() {
      const stopped = new AbortController();
      const stopping = opened.stop().finally(() => stopped.abort());
      await Promise.race([stopping, pause(stopSecondsMax, stopped.signal)]);
    },
  };
}
