/**
 * Exports this process's traces and logs by OTLP over HTTP; Prometheus reads its metrics. The packages read their
 * standard variables (`OTEL_…`) themselves. `start-telemetry.ts` loads this file.
 */
import { randomUUID } from "node:crypto";
import { getNumberFromEnv, setGlobalErrorHandler } from "@opentelemetry/core";
import { OTLPLogExporter } from "@opentelemetry/exporter-logs-otlp-proto";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import {
  defaultResource,
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import {
  BatchLogRecordProcessor,
  LoggerProvider,
  type LogRecordProcessor,
} from "@opentelemetry/sdk-logs";
import { BatchSpanProcessor, type SpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import type { Logger } from "../log.ts";
import { Counter, type Registry } from "../metrics.ts";
import { Bound, ExportGuard } from "./export-guard.ts";
import { emitLine, sendsLine } from "./log-records.ts";
import { OtelTracer, TraceIds } from "./otel-tracer.ts";
import type { Tracer } from "./port.ts";
import { samplerOf } from "./samplers.ts";
import type { SamplerName } from "./variables.ts";

export type OpenTelemetryOptions = {
  service: string;
  version: string;
  sampler: SamplerName | undefined;
  samplerArgument: number | undefined;
  /** Which signals are sent. */
  sends: { traces: boolean; logs: boolean };
};

export type OpenTelemetry = {
  tracer: Tracer | null;
  onLine: ((line: string) => void) | undefined;
  /** Starts counting and logging troubles. */
  watch(parts: { registry: Registry; log: Logger }): void;
  stop(): Promise<void>;
};

const queueMax = 2048;

export function openTelemetry(options: OpenTelemetryOptions): OpenTelemetry {
  // The guard already records each failed export.
  setGlobalErrorHandler(() => {});
  const guard = new ExportGuard();
  const resource = resourceOf(options);
  const traces = options.sends.traces ? openTraces(options, resource, guard) : null;
  const logs = options.sends.logs ? openLogs(resource, guard) : null;
  return {
    tracer: traces?.tracer ?? null,
    onLine: logs?.onLine,
    watch({ registry, log }) {
      guard.reportTo(log);
      countDropped(registry, guard);
    },
    async stop() {
      await Promise.allSettled([traces?.stop(), logs?.stop()]);
    },
  };
}

/** The variables override these values. */
function resourceOf({ service, version }: OpenTelemetryOptions): Resource {
  const own = resourceFromAttributes({
    "service.name": `dataset-market-${service}`,
    "service.namespace": "dataset-market",
    "service.version": version,
    "service.instance.id": randomUUID(),
  });
  return defaultResource()
    .merge(own)
    .merge(detectResources({ detectors: [envDetector] }));
}

function openTraces(options: OpenTelemetryOptions, resource: Resource, guard: ExportGuard) {
  const sampler = samplerOf(options.sampler, options.samplerArgument);
  const ids = new TraceIds();
  const waitingMax = getNumberFromEnv("OTEL_BSP_MAX_QUEUE_SIZE") ?? queueMax;
  const bound = new Bound(guard, "traces", waitingMax);
  const exporter = guard.watch("traces", new OTLPTraceExporter(), batchesOf(bound));
  const batches = new BatchSpanProcessor({
    exporter,
    maxQueueSize: waitingMax,
    ...batching("OTEL_BSP", "MAX_EXPORT_BATCH_SIZE"),
  });
  const bounded: SpanProcessor = {
    onStart: () => {},
    onEnd: (span) => {
      if (bound.enter()) batches.onEnd(span);
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  };
  const provider = new TracerProvider({
    resource,
    sampler,
    idGenerator: ids,
    spanProcessors: [bounded],
    spanLimits: { attributeValueLengthLimit: 256 },
  });
  const tracer = provider.getTracer("dataset-market", options.version);
  return {
    tracer: new OtelTracer({ tracer, sampler, ids }),
    stop: () => provider.shutdown(),
  };
}

function openLogs(resource: Resource, guard: ExportGuard) {
  const waitingMax = getNumberFromEnv("OTEL_BLRP_MAX_QUEUE_SIZE") ?? queueMax;
  const bound = new Bound(guard, "logs", waitingMax);
  const exporter = guard.watch("logs", new OTLPLogExporter(), batchesOf(bound));
  const batches: LogRecordProcessor = new BatchLogRecordProcessor({
    exporter,
    maxQueueSize: waitingMax,
    ...batching("OTEL_BLRP", "MAX_EXPORT_BATCH_SIZE"),
  });
  const provider = new LoggerProvider({
    resource,
    processors: [batches],
    logRecordLimits: { attributeValueLengthLimit: 8192 },
  });
  const logger = provider.getLogger("dataset-market");
  return {
    onLine(line: string) {
      if (sendsLine(line) && bound.enter()) emitLine(logger, line);
    },
    stop: () => provider.shutdown(),
  };
}

/** Describes batches of spans or lines to their exporter's guard. */
function batchesOf(bound: Bound) {
  return {
    sizeOf: (batch: unknown[]) => batch.length,
    leave: (count: number) => bound.leave(count),
    nothing: [],
  };
}

/** How much is sent at once, how often, and the time-out of an attempt. */
function batching(prefix: string, sizeName: string) {
  const sizeMax = getNumberFromEnv(`${prefix}_${sizeName}`);
  const delayMs = getNumberFromEnv(`${prefix}_SCHEDULE_DELAY`);
  const timeoutMs = getNumberFromEnv(`${prefix}_EXPORT_TIMEOUT`);
  return {
    ...(sizeMax === undefined ? {} : { maxExportBatchSize: sizeMax }),
    ...(delayMs === undefined ? {} : { scheduledDelayMillis: delayMs }),
    ...(timeoutMs === undefined ? {} : { exportTimeoutMillis: timeoutMs }),
  };
}

function countDropped(registry: Registry, guard: ExportGuard): void {
  const told = { traces: 0, logs: 0 };
  new Counter({
    name: "market_telemetry_dropped_total",
    help: "Spans and log lines that the collector did not get; only where telemetry is sent.",
    labelNames: ["signal"],
    registers: [registry],
    collect() {
      for (const signal of ["traces", "logs"] as const) {
        this.inc({ signal }, guard.dropped[signal] - told[signal]);
        told[signal] = guard.dropped[signal];
      }
    },
  });
}
