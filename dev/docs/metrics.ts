/** The metrics that the code registers, with the alerts that use them. */
import { filesIn, read } from "./source.ts";

type Metric = { name: string; labels: string[]; help: string; alerts: string[] };

const rooms = ["api", "db", "market", "mcp", "platform", "site", "workers"];
/** Name, help and labels appear in this order, before the registration. */
const registered =
  /new (?:Series)?(?:Counter|Gauge|Histogram)\(\{\s*name: "((?:http|market|mcp)_\w+)",([\s\S]*?)registers/g;
const alertsFile = "deploy/prometheus/alerts.yaml";

/** By name. */
export function metrics(): Metric[] {
  const alerts = alertsByMetric();
  return filesIn(...rooms)
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => [...read(path).matchAll(registered)])
    .map(([, name = "", rest = ""]) => ({
      name,
      labels: textsIn(/labelNames: \[([^\]]*)\]/.exec(rest)?.[1] ?? ""),
      help: textsIn(/help:\s*((?:"[^"]*"[\s+]*)+)/.exec(rest)?.[1] ?? "").join(""),
      alerts: alerts.get(name) ?? [],
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

const textsIn = (source: string) => [...source.matchAll(/"([^"]*)"/g)].map(([, text = ""]) => text);

/** Each rule begins with its name, followed by the metrics that it uses. */
function alertsByMetric(): Map<string, string[]> {
  const byMetric = new Map<string, string[]>();
  for (const rule of read(alertsFile).split("- alert: ").slice(1)) {
    const [alert = ""] = rule.split("\n");
    const expression = rule.slice(0, rule.indexOf("annotations:"));
    const names = expression.matchAll(/\b(?:http|market|mcp)_\w+?(?=(?:_bucket|_count|_sum)?\b)/g);
    for (const name of new Set([...names].map(([found]) => found))) {
      byMetric.set(name, [...(byMetric.get(name) ?? []), alert]);
    }
  }
  return byMetric;
}
