/** How much memory this process had at most. */
import { readFileSync } from "node:fs";

/** Linux's own word: `maxRSS` also counts what the parent had when it started this process. */
export function peakRssBytes(): number {
  try {
    const [, kib] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
    if (kib !== undefined) return Number(kib) * 1024;
  } catch {
    // Elsewhere what the runtime says is near enough.
  }
  return process.resourceUsage().maxRSS * 1024;
}
