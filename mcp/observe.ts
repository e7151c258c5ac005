/** Counts and times tool calls, and logs the ones that failed on our side. */
import type { Logger } from "../platform/log.ts";
import { Histogram, type Registry } from "../platform/metrics.ts";
import type { ToolObserver } from "./server.ts";

/** Metric labels: the tool's name, and `ok` or the problem's code. */
export function createObserver(registry: Registry, log: Logger): ToolObserver {
  const durations = new Histogram({
    name: "mcp_tool_call_duration_seconds",
    help: "Tool calls by tool and outcome.",
    labelNames: ["tool", "outcome"],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30],
    registers: [registry],
  });
  return (tool, problem, seconds, cause) => {
    durations.observe({ tool, outcome: problem?.code ?? "ok" }, seconds);
    if (problem !== null && problem.status >= 500) {
      log.warn({ tool, problem, err: cause }, "a tool failed");
    }
  };
}
