import { readFileSync } from "node:fs";

/**
 * Peak memory of this process in bytes, from Linux: `maxRSS` would include the parent's memory at
 * the fork.
 */
export function peakRssBytes(): number {
  try {
    const [, kib] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
    if (kib !== undefined) return Number(kib) * 1024;
  } catch {
    // On other systems the runtime's figure is close enough.
  }
  return process.resourceUsage().maxRSS * 1024;
}
