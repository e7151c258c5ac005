/**
 * Preloaded into a process under test: measures how long its event loop was blocked. It measures
 * the main thread's CPU time, so that other load on the machine does not count. `GET` on
 * LOOP_DELAY_PORT returns the longest block since the last call, in milliseconds.
 */
import { openSync, readSync } from "node:fs";

const port = Number(process.env.LOOP_DELAY_PORT);
/** The first number is the thread's run time in nanoseconds: proc_pid_schedstat(5). */
const schedstat = openSync("/proc/thread-self/schedstat", "r");
const buffer = new Uint8Array(128);
const decoder = new TextDecoder();

function cpuMs(): number {
  const length = readSync(schedstat, buffer, 0, buffer.length, 0);
  return Number(decoder.decode(buffer.subarray(0, length)).split(" ")[0]) / 1e6;
}

let last = cpuMs();
let longestMs = 0;

function turn(): void {
  const now = cpuMs();
  longestMs = Math.max(longestMs, now - last);
  last = now;
}

setInterval(turn, 1);
Bun.serve({
  hostname: "127.0.0.1",
  port,
  fetch() {
    turn();
    const answer = Response.json({ longestMs });
    longestMs = 0;
    return answer;
  },
});
