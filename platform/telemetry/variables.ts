/**
 * The variables of telemetry that the service reads itself, by their standard names. The packages read
 * the others: https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 */
import { z } from "zod";

const samplerNames = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;
export type SamplerName = (typeof samplerNames)[number];

const exporter = z.enum(["otlp", "none"]).default("otlp");

/** The packages read them; here they are known so that no line of a log holds what is in them. */
const headers = z.string().optional();

export const telemetryVariables = {
  /** A collector (OTLP over HTTP); without one nothing of OpenTelemetry is loaded. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .refine((url) => !url.includes("@"), "without a password")
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headers,
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: headers,
  OTEL_EXPORTER_OTLP_METRICS_HEADERS: headers,
  OTEL_EXPORTER_OTLP_LOGS_HEADERS: headers,
  OTEL_SDK_DISABLED: z
    .enum(["true", "false"])
    .default("false")
    .transform((value) => value === "true"),
  OTEL_TRACES_EXPORTER: exporter,
  OTEL_METRICS_EXPORTER: exporter,
  OTEL_LOGS_EXPORTER: exporter,
  OTEL_TRACES_SAMPLER: z.enum(samplerNames).default("parentbased_always_on"),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
};

const schema = z.object(telemetryVariables);

export type TelemetryConfig = z.infer<typeof schema>;

/** Which of a schema's variables these are, for processes that read some of them. */
export const telemetryKeys = {
  OTEL_EXPORTER_OTLP_ENDPOINT: true,
  OTEL_EXPORTER_OTLP_HEADERS: true,
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: true,
  OTEL_EXPORTER_OTLP_METRICS_HEADERS: true,
  OTEL_EXPORTER_OTLP_LOGS_HEADERS: true,
  OTEL_SDK_DISABLED: true,
  OTEL_TRACES_EXPORTER: true,
  OTEL_METRICS_EXPORTER: true,
  OTEL_LOGS_EXPORTER: true,
  OTEL_TRACES_SAMPLER: true,
  OTEL_TRACES_SAMPLER_ARG: true,
} as const;
