/**
 * The child process of a profile job, started by `pool.ts`. It reads jobs from standard input, one after
 * the other, answers on standard output, and ends when its input does.
 */
import type { ProfileInput } from "../base/input.ts";
import type { DatasetProgress, TableStep } from "../base/report.ts";
import { askForFiles } from "../base/served-files.ts";
import { profileInSteps } from "../profile-dataset.ts";
import type { DrawOrder, TwinOrder } from "../twin/order.ts";
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

async function runDraw({ filePath: path, workDir }: ProfileInput, order: DrawOrder): Promise<void> {
  const { drawRows } = await import("../twin/draw-rows.ts");
  const report = throttled();
  const drawn = drawRows({ path, workDir }, order, (rowsDone) =>
    report({ phase: "read", bytes_done: rowsDone, bytes_total: order.rows }),
  );
  await send({ child: "drawn", drawn });
  await sendUsage();
  await send({ child: "finished" });
}

async function runJob(line: string): Promise<void> {
  try {
    // Lines are written in order, so awaiting the last one awaits all.
    const { input, order } = decodeJob(line);
    askForFiles(input.served ?? []);
    if (order === null) await runProfile(input);
    else if ("draw" in order) await runDraw(input, order.draw);
    else await runTwins(input, order.twins);
  } catch (error) {
    const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    await send({ child: "failed", detail, isMachineFault: isMachineFault(error) });
    process.exit(1);
  }
}

/** Reads the parent's lines, each a job; null once the parent has closed the input. */
function lineReader(): () => Promise<string | null> {
  const lines: string[] = [];
  let rest = "";
  let isClosed = false;
  let wake = (): void => {};
  process.stdin.setEncoding("utf8");
  process.stdin.on("data", (part: string) => {
    const parts = (rest + part).split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts);
    if (parts.length > 0) wake();
  });
  process.stdin.on("end", () => {
    isClosed = true;
    wake();
  });
  return async () => {
    while (lines.length === 0 && !isClosed) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    return lines.shift() ?? null;
  };
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
const nextLine = lineReader();
const first = nextLine();
if (warmFolder) await warmUp(warmFolder, Number(warmUpTables), (ms) => settlesWithin(first, ms));
await send({ child: "ready" });
for (let job = await first; job !== null; job = await nextLine()) await runJob(job);
process.exit(0);
