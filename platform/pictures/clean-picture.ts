/**
 * Decodes a stranger's picture and encodes it again, in a child process with a memory limit, an empty
 * environment and a deadline: a decoder that crashes or hangs takes nothing with it.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

export type CleanPictureLimits = {
  /** Of each side of the given picture. */
  edgePixelsMax: number;
  /** Of the longer side of the result. */
  resultEdgePixels: number;
  secondsMax: number;
};

export type CleanPicture =
  | { kind: "clean"; webp: Uint8Array }
  /** `too_large`: more pixels than allowed. `unreadable`: damaged, or no PNG, JPEG or WebP. */
  | { kind: "too_large" | "unreadable" };

const childFile = fileURLToPath(new URL("./clean-picture-child.ts", import.meta.url));
const prlimit = "/usr/bin/prlimit";
/** A decoded picture of the largest allowed size has a tenth of it. */
const dataBytesMax = 1024 * 1024 * 1024;
const resultBytesMax = 1024 * 1024;

/** What the child writes before the picture. */
export const outcomes = { clean: 0, too_large: 1, unreadable: 2 } as const;

/** One at a time: waiting ones need no memory, and other cores stay free for requests. */
let last: Promise<unknown> = Promise.resolve();

/** WebP without metadata, upright, no larger than `resultEdgePixels`. */
export function cleanPicture(bytes: Uint8Array, limits: CleanPictureLimits): Promise<CleanPicture> {
  const cleaned = last.then(() => runChild(bytes, limits));
  last = cleaned.catch(() => undefined);
  return cleaned;
}

function runChild(bytes: Uint8Array, limits: CleanPictureLimits): Promise<CleanPicture> {
  const run = "deno" in process.versions ? ["run", "-A", childFile] : [childFile];
  const own = [
    process.execPath,
    ...run,
    String(limits.edgePixelsMax),
    String(limits.resultEdgePixels),
  ];
  const limited = [prlimit, "--core=0", `--data=${dataBytesMax}`, "--", ...own];
  const [command = process.execPath, ...args] = existsSync(prlimit) ? limited : own;
  const child = spawn(command, args, {
    stdio: ["pipe", "pipe", "ignore"],
    env: { BUN_JSC_jitMemoryReservationSize: String(64 * 1024 * 1024) },
    timeout: limits.secondsMax * 1000,
    killSignal: "SIGKILL",
  });
  const parts: Buffer[] = [];
  let size = 0;
  child.stdout.on("data", (part: Buffer) => {
    size += part.length;
    if (size > resultBytesMax) child.kill("SIGKILL");
    else parts.push(part);
  });
  // If it is gone before it has read everything, its exit says so.
  child.stdin.on("error", () => {});
  child.stdin.end(bytes);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      const [outcome, ...rest] = code === 0 ? Buffer.concat(parts) : [outcomes.unreadable];
      if (outcome === outcomes.clean) resolve({ kind: "clean", webp: Uint8Array.from(rest) });
      else resolve({ kind: outcome === outcomes.too_large ? "too_large" : "unreadable" });
    });
  });
}
