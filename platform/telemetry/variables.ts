/**
 * Telemetry variables that the service reads itself, by their standard names. The packages read the
 * others: https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
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

/** The packages read them; they are listed here so that their values are removed from log lines. */
const headers = z.string().optional();

export const telemetryVariables = {
  /**
   * A collector of [traces and logs](operating.md#traces-and-telemetry-by-otlp); unset:
   * none are sent.
   */
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .refine((url) => !url.includes("@"), "without a password")
    .optional(),
  /**
   * Headers for the collector, such as its key: `name=value,name=value`, percent-encoded; never
   * logged.
   */
  OTEL_EXPORTER_OTLP_HEADERS: headers,
  /** The same, only for traces. */
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: headers,
  /** The same, only for logs. */
  OTEL_EXPORTER_OTLP_LOGS_HEADERS: headers,
  /** `true` turns all of it off. */
  OTEL_SDK_DISABLED: z
    .enum(["true", "false"])
    .default("false")
    .transform((value) => value === "true"),
  /** `none`: no traces are sent. */
  OTEL_TRACES_EXPORTER: exporter,
  /** `none`: no logs are sent. */
  OTEL_LOGS_EXPORTER: exporter,
  /**
   * `traceidratio` where strangers call; or `always_on`, `always_off`, `parentbased_always_off`,
   * `parentbased_traceidratio`.
   */
  OTEL_TRACES_SAMPLER: z.enum(samplerNames).default("parentbased_always_on"),
  /** The share that the two ratio samplers take. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
};

const schema = z.object(telemetryVariables);

export type TelemetryConfig = z.infer<typeof schema>;

/** The names of these variables in a schema, for processes that read some of them. */
export const telemetryKeys = Object.fromEntries(
  Object.keys(telemetryVariables).map((name) => [name, true]),
) as Record<keyof typeof telemetryVariables, true>;
