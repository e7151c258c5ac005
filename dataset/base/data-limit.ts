import { readFileSync } from "node:fs";

/** The process's soft limit of data in bytes (setrlimit(2), `RLIMIT_DATA`); infinite if unknown. */
export function dataBytesMax(): number {
  try {
    const limits = readFileSync("/proc/self/limits", "utf8");
    const found = /^Max data size\s+(\d+)/m.exec(limits)?.[1];
    return found === undefined ? Number.POSITIVE_INFINITY : Number(found);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
