/**
 * Lists the machine's processes, for tests that nothing is left behind. Linux only, like the stack.
 */
import { readdirSync, readFileSync } from "node:fs";

/**
 * The processes whose command line or environment contains `text`, as `pid command` lines. Zombies
 * do not count.
 */
export function processesWith(text: string): string[] {
  return readdirSync("/proc").flatMap((entry) => {
    if (!/^\d+$/.test(entry) || Number(entry) === process.pid) return [];
    try {
      const command = readFileSync(`/proc/${entry}/cmdline`, "utf8").replaceAll("\0", " ").trim();
      const environment = readFileSync(`/proc/${entry}/environ`, "utf8");
      // A zombie has neither.
      return command.includes(text) || environment.includes(text) ? [`${entry} ${command}`] : [];
    } catch {
      return [];
    }
  });
}
