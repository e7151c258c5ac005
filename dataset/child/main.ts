/**
 * The child process of a profile job. It gets ready, takes one job from its standard input, answers
 * on its standard output and ends. `pool.ts` starts it.
 */
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ProfileInput } from "../base/input.ts";
import { DEFAULT_LIMITS } from "../base/limits.ts";
import type { DatasetProgress, TableStep } from "../base/report.ts";
import { askForFiles } from "../base/served-files.ts";
import { profileDataset, profileInSteps } from "../profile-dataset.ts";
import type { TwinOrder } from "../twin/order.ts";
import { isMachineFault } from "./machine-fault.ts";
import { peakRssBytes } from "./peak-memory.ts";
import { type ChildMessage, decodeJob } from "./protocol.ts";

const progressIntervalMs = 200;

function send(message: ChildMessage): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(`${JSON.stringify(message)}\n`, () => resolve());
  });
}

/** Loads the native code and compiles the paths of a small job before the real one arrives. */
async function warmUp(folder: string): Promise<void> {
  const workDir = mkdtempSync(join(folder, "warm-"));
  try {
    const rows = Array.from({ length: 2000 }, (_, i) => `${i},${i / 8},name ${i % 7},2020-01-02`);
    const bytes = Buffer.from(["id,value,name,day", ...rows, ""].join("\n"));
    const filePath = join(workDir, "warm.csv");
    writeFileSync(filePath, bytes);
    const job = {
      filePath,
      workDir,
      formatHint: null,
      fileSha256: createHash("sha256").update(bytes).digest("hex"),
      byteSize: bytes.length,
      datasetVersion: "warm",
      paid: false,
      documentation: { titleLength: 0, descriptionLength: 0, tagCount: 0, hasLicense: false },
      computedAt: new Date(0),
      limits: DEFAULT_LIMITS,
    };
    await profileDataset(job, () => {});
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
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
  // A profile must not pay for loading what only twins need.
  const { makeTwins } = await import("../twin/make-twins.ts");
  await makeTwins(input, order, throttled(), (twin) => void send({ child: "twin", twin }));
  await sendUsage();
  await send({ child: "finished" });
}

async function runJob(line: string): Promise<void> {
  try {
    // Lines are written in their order: awaiting the last one is awaiting them all.
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

function listen(): void {
  let text = "";
  let started = false;
  process.stdin.setEncoding("utf8");
  process.stdin.on("data", (part: string) => {
    text += part;
    const end = text.indexOf("\n");
    if (started || end < 0) return;
    started = true;
    void runJob(text.slice(0, end));
  });
  process.stdin.on("end", () => {
    if (!started) process.exit(0);
  });
}

const [warmFolder] = process.argv.slice(2);
if (warmFolder) await warmUp(warmFolder);
await send({ child: "ready" });
listen();
