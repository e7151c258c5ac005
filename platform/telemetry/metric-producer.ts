/**
 * Exports the Prometheus registry's metrics to OpenTelemetry, so that both have the same metrics.
 */
import { type Attributes, type HrTime, ValueType } from "@opentelemetry/api";
import { hrTime } from "@opentelemetry/core";
import { emptyResource } from "@opentelemetry/resources";
import {
  AggregationTemporality,
  type CollectionResult,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from "@opentelemetry/sdk-metrics";
import type { Registry } from "../metrics.ts";

type Sample = { labels: Record<string, string | number>; value: number; metricName?: string };
type Family = { name: string; help: string; type: string; values: Sample[] };

const unitsByEnding: readonly [ending: RegExp, unit: string][] = [
  [/_seconds(_total)?$/, "s"],
  [/_bytes(_total)?$/, "By"],
  [/_cents$/, "{cent}"],
];

export class RegistryProducer implements MetricProducer {
  readonly #registry: Registry;
  readonly #startTime: HrTime = hrTime();

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  async collect(): Promise<CollectionResult> {
    const families = (await this.#registry.getMetricsAsJSON()) as unknown as Family[];
    const times = { startTime: this.#startTime, endTime: hrTime() };
    const metrics = families.flatMap((family) => toMetric(family, times) ?? []);
    const scope = { name: "dataset-market" };
    const scopeMetrics = [{ scope, metrics }];
    return { resourceMetrics: { resource: emptyResource(), scopeMetrics }, errors: [] };
  }
}

type Times = { startTime: HrTime; endTime: HrTime };

function toMetric(family: Family, times: Times): MetricData | null {
  const unit = unitsByEnding.find(([ending]) => ending.test(family.name))?.[1] ?? "";
  const { name, help: description } = family;
  const shared = {
    descriptor: { name, description, unit, valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  if (family.type === "counter") {
    const dataPoints = numbersOf(family, times);
    return { ...shared, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints };
  }
  if (family.type === "gauge") {
    const dataPoints = numbersOf(family, times);
    return { ...shared, dataPointType: DataPointType.GAUGE, dataPoints };
  }
  if (family.type !== "histogram") return null;
  const dataPoints = histogramsOf(family, times);
  return { ...shared, dataPointType: DataPointType.HISTOGRAM, dataPoints };
}

/** Values that are unknown at the moment are omitted. */
function numbersOf({ values }: Family, times: Times): DataPoint<number>[] {
  return values
    .filter(({ value }) => Number.isFinite(value))
    .map(({ labels, value }) => ({ ...times, attributes: attributesOf(labels), value }));
}

/** The process's name is a resource attribute. */
function attributesOf({ service: _, le: __, ...labels }: Sample["labels"]): Attributes {
  return labels;
}

/** A series' samples are consecutive: its cumulative buckets, its sum and its count. */
function histogramsOf({ values, name }: Family, times: Times): DataPoint<Histogram>[] {
  const series = new Map<string, Sample[]>();
  for (const sample of values) {
    const key = JSON.stringify(attributesOf(sample.labels));
    series.set(key, [...(series.get(key) ?? []), sample]);
  }
  return [...series.values()].map((samples) => {
    const buckets = samples.filter(({ metricName }) => metricName === `${name}_bucket`);
    const sampleOf = (ending: string) =>
      samples.find(({ metricName }) => metricName === name + ending)?.value ?? 0;
    const boundaries = buckets.map(({ labels }) => Number(labels.le)).filter(Number.isFinite);
    const counts = buckets.map(({ value }, i) => value - (buckets[i - 1]?.value ?? 0));
    const value = {
      buckets: { boundaries, counts },
      sum: sampleOf("_sum"),
      count: sampleOf("_count"),
    };
    return { ...times, attributes: attributesOf(samples[0]?.labels ?? {}), value };
  });
}
