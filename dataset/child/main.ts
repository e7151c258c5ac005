/**
 * The child process of a profile job, started by `pool.ts`. It reads one job from standard input,
 * answers on standard output and ends.
 */
import type { ProfileInput } from "../base/input.ts";
import type { DatasetProgress, TableStep } from "../base/report.ts";
import { askForFiles } from "../base/served-files.ts";
import { profileInSteps } from "../profile-dataset.ts";
import type { TwinOrder } from "../twin/order.ts";
import { isMachineFault } from "./machine-fault.ts";
import { type ChildMessage, decodeJob } from "./messages.ts";
import { peakRssBytes } from "./peak-memory.ts";
import { warmUp } from "./warm-up.ts";

const progressIntervalMs = 200;

function send(message: ChildMessage): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(`${JSON.stringify(message)}\n`, () => resolve());
  });
}

function sendUsage(): Promise<void> {
  return send({ child: "usage", peakRssBytes: peakRssBytes() });
}

function throttled(): (progress: DatasetProgress) => void {
  let phase = "";
  let sentAt = 0;
  return (progress) => {
    const now = performance.now();
    if (progress.phase === phase && now - sentAt < progressIntervalMs) return;
    if (progress.phase !== phase) void sendUsage();
    phase = progress.phase;
    sentAt = now;
    void send({ child: "progress", progress });
  };
}

async function runProfile(input: ProfileInput): Promise<void> {
  const onStep = (step: TableStep): void => void send({ child: "step", step });
  const report = await profileInSteps(input, throttled(), onStep);
  await sendUsage();
  await send(report === null ? { child: "finished" } : { child: "report", report });
}

async function runTwins(input: ProfileInput, order: TwinOrder): Promise<void> {
  // Imported late: a profile must not pay for code that only twins need.
  const { makeTwins } = await import("../twin/make-twins.ts");
  await makeTwins(input, order, throttled(), (twin) => void send({ child: "twin", twin }));
  await sendUsage();
  await send({ child: "finished" });
}

async function runJob(line: string): Promise<void> {
  try {
    // Lines are written in order, so awaiting the last one awaits all.
    const { input, twins } = decodeJob(line);
    askForFiles(input.served ?? []);
    if (twins === null) await runProfile(input);
    else await runTwins(input, twins);
    process.exit(0);
  } catch (error) {
    const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    await send({ child: "failed", detail, isMachineFault: isMachineFault(error) });
    process.exit(1);
  }
}

/** Waits for the line with the job. If the parent closes the input first, the child ends. */
function readJob(): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    let isRead = false;
    process.stdin.setEncoding("utf8");
    process.stdin.on("data", (part: string) => {
      if (isRead) return;
      text += part;
      const end = text.indexOf("\n");
      if (end < 0) return;
      isRead = true;
      resolve(text.slice(0, end));
    });
    process.stdin.on("end", () => {
      if (!isRead) process.exit(0);
    });
  });
}

async function settlesWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const settled = await Promise.race([work.then(() => true), late]);
  clearTimeout(timer);
  return settled;
}

const [warmFolder, warmUpTables] = process.argv.slice(2);
const job = readJob();
if (warmFolder) await warmUp(warmFolder, Number(warmUpTables), (ms) => settlesWithin(job, ms));
await send({ child: "ready" });
await runJob(await job);
