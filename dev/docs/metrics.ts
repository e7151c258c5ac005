/** The metrics that the code registers. */
import { filesIn, read } from "./source.ts";

type Metric = { name: string; labels: string[]; help: string };

const rooms = ["api", "db", "market", "mcp", "platform", "site", "workers"];
/** Name, help and labels appear in this order, before the registration. */
const registered =
  /new (?:Series)?(?:Counter|Gauge|Histogram)\(\{\s*name: "((?:http|market|mcp)_\w+)",([\s\S]*?)registers/g;

/** By name. */
export function metrics(): Metric[] {
  return filesIn(...rooms)
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => [...read(path).matchAll(registered)])
    .map(([, name = "", rest = ""]) => ({
      name,
      labels: textsIn(/labelNames: \[([^\]]*)\]/.exec(rest)?.[1] ?? ""),
      help: textsIn(/help:\s*((?:"[^"]*"[\s+]*)+)/.exec(rest)?.[1] ?? "").join(""),
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

const textsIn = (source: string) => [...source.matchAll(/"([^"]*)"/g)].map(([, text = ""]) => text);
