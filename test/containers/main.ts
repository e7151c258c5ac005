/**
 * `bun test/containers/main.ts`: builds the images, starts the trial as a user would, and tests it
 * with a seller's and a buyer's complete journey, killed containers, and API containers replaced
 * under load. Needs root and Debian's podman; if it cannot run, it prints the reason in one line
 * and exits successfully. `--state` prints only that line.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  buildBases,
  buildFormer,
  buildMarket,
  buildStandIns,
  contentsOf,
  images,
  sizeOf,
} from "./images.ts";
import { type Machine, openMachine, until, whatIsMissing } from "./machine.ts";
import { replaceUnderLoad } from "./replace.ts";
import { buyAndCheck, newBuyer, newOffer, newSeller } from "./trade.ts";
import { hardeningOf, startTrial, type Trial } from "./trial.ts";

const IMAGE_MB_MAX = 350;
const PORT_BASE = Number(process.env.PORT_BASE || 25_400);
const FORMER_COMMIT = process.env.FORMER_COMMIT || "HEAD~1";
/** Keeps storage and images for the next run, in this folder. */
const keptFolder = process.env.CONTAINERS_DIR;

const missing = whatIsMissing();
if (missing !== null || process.argv.includes("--state")) {
  console.log(missing === null ? "run for real" : `skipped: ${missing}`);
  process.exit(0);
}

const startedAt = performance.now();
const folder = keptFolder || mkdtempSync(join(tmpdir(), "market-containers-"));
const machine = await openMachine(folder);
tell(`storage by ${machine.driver} in ${folder}`);
// An interrupted run cleans up too.
const stopped = Promise.withResolvers<never>();
process.once("SIGTERM", () => stopped.reject(new Error("stopped from outside")));
process.once("SIGINT", () => stopped.reject(new Error("stopped from outside")));
let exitCode = 0;
try {
  await Promise.race([run(machine), stopped.promise]);
} catch (error) {
  exitCode = 1;
  console.error(error instanceof Error ? error.message : error);
}
await machine.clear();
if (!keptFolder) {
  await machine.run(["buildah", "rm", "--all"], { mayFail: true });
  rmSync(folder, { recursive: true, force: true });
}
tell(exitCode === 0 ? "passed" : "FAILED");
process.exit(exitCode);

async function run(machine: Machine): Promise<void> {
  await machine.clear();
  const buildParts = await buildBases(machine);
  tell("base image made");
  await Promise.all([buildMarket(machine), buildStandIns(machine), buildParts()]);
  const size = await sizeOf(machine, images.market);
  tell(
    `image: ${(size / 1e6).toFixed(0)} MB, of which ${await contentsOf(machine, images.market)}`,
  );
  if (size > IMAGE_MB_MAX * 1e6) throw new Error(`The image is larger than ${IMAGE_MB_MAX} MB.`);
  // Built while the trial starts and trades; a build failure surfaces where it is awaited.
  const formerBuild = chooseFormer(machine);
  formerBuild.catch(() => {});

  const trial = await startTrial(machine, "trial", PORT_BASE);
  tell("deploy/trial/up.sh has started everything");
  const names = await trial.untilHealthy();
  tell(`${names.length} containers are healthy`);
  await checkHardening(machine, trial);

  const { market } = trial;
  const [seller, buyer] = await Promise.all([newSeller(market), newBuyer(market)]);
  const trade = async () => buyAndCheck(market, buyer, await newOffer(market, seller));
  await trade();
  tell("registered, approved, uploaded, profiled, published, bought, downloaded, hash equal");

  for (const name of ["api", "profile", "relay", "clock"]) await killAndWait(machine, trial, name);
  await trial.untilHealthy();
  await trade();
  tell("api, profile, relay and clock killed by -9: back by themselves, and trade goes on");

  const former = await formerBuild;
  const replaced = await replaceUnderLoad(machine, { trial, seller, former });
  const seconds = (list: number[]) => list.map((ms) => (ms / 1000).toFixed(1)).join(" and ");
  tell(
    `API replaced twice under load: ${replaced.calls} calls, ${replaced.writes} of them writes, ` +
      `${replaced.failures.length} failed; start to ready ${seconds(replaced.startMs)} s, ` +
      `stop ${seconds(replaced.stopMs)} s`,
  );
  if (replaced.failures.length > 0) throw new Error(replaced.failures.slice(0, 5).join("\n"));
  await trade();
}

/** The previous release, from which the API is upgraded; without a clone, the current release. */
async function chooseFormer(machine: Machine): Promise<string> {
  const isBuilt = await buildFormer(machine, FORMER_COMMIT);
  tell(isBuilt ? `image of ${FORMER_COMMIT} built` : "no image of the former commit: no git here");
  return isBuilt ? images.former : images.market;
}

async function checkHardening(machine: Machine, trial: Trial): Promise<void> {
  const services = ["api", "mcp", "profile", "query", "webhooks", "clock", "identity"];
  const faults = await Promise.all(
    services.map((name) => hardeningOf(machine, trial.nameOf(name))),
  );
  if (faults.flat().length > 0) throw new Error(faults.flat().join("\n"));
  tell("no capabilities, no new privileges, seccomp, root read-only, user bun");
}

/** Kills the container's first process as the kernel would, and waits until another one runs. */
async function killAndWait(machine: Machine, trial: Trial, service: string): Promise<void> {
  const name = trial.nameOf(service);
  const pid = async () => {
    const format = ["--format", "{{.State.Pid}}"];
    const { stdout } = await machine.run(["podman", "container", "inspect", ...format, name]);
    return Number(stdout.trim());
  };
  const before = await pid();
  process.kill(before, "SIGKILL");
  await until(`${name} runs again`, 60, async () => ![0, before].includes(await pid()));
}

function tell(line: string): void {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0).padStart(4);
  console.log(`[${seconds} s] ${line}`);
}
