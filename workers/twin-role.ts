/**
 * The role that makes the Parquet twins that the profile's job could not make, and those of older
 * files, and draws the rows of trials from twins, one file at a time. The database determines what is
 * due.
 */

import { type TwinJob, takeTwinJob } from "../market/catalogue/twin/take-twin-job.ts";
import type { Context } from "../market/context.ts";
import { type TrialJob, takeTrialFile } from "../market/listing/trial/take-trial-file.ts";
import { pause } from "../platform/bell.ts";
import type { Logger } from "../platform/log.ts";
import { Outage } from "../platform/outage.ts";
import { waitForPart } from "../platform/part-trouble.ts";
import { tracedEntry } from "../platform/telemetry/tracing.ts";
import type { DatasetRunner } from "./jobs/dataset-runner.ts";
import { makeTrial } from "./jobs/make-trial.ts";
import { makeTwins, type TwinDeps } from "./jobs/make-twins.ts";
import type { WorkFolder } from "./jobs/work-folders.ts";
import type { ChildMetrics, WorkerMetrics } from "./metrics.ts";
import type { Role } from "./role.ts";
import { type MadeFolder, openFolder, probeFolder } from "./work-folder-part.ts";

/** Most delay of a due twin, if nothing else is due. */
const pollSeconds = 1;
/** A child starts in half a second; a waiting one would use its memory all the time. */
const standbys = 0;

type TwinRoleDeps = {
  ctx: Context;
  openDatasets: (tempDir: string, standbys?: number) => DatasetRunner;
  log: Logger;
  metrics: Pick<WorkerMetrics, "serviceFailures"> & ChildMetrics;
};

export function startTwins(deps: TwinRoleDeps): Role {
  const stopping = new AbortController();
  const made: MadeFolder = { folder: null, trouble: null };
  const running = run(deps, made, stopping.signal);
  return {
    probes: { work_folder: () => probeFolder(deps.ctx.config.WORK_DIR, made) },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function run(deps: TwinRoleDeps, made: MadeFolder, signal: AbortSignal): Promise<void> {
  const { log } = deps;
  const opened = await waitForPart("work_folder", () => openFolder(deps, made), {
    log,
    signal,
  }).catch(() => null);
  if (opened === null) return;
  const { processFolder, datasetsDir } = opened;
  made.folder = processFolder;
  const datasets = deps.openDatasets(datasetsDir, standbys);
  try {
    await work({ ...deps, datasets, processFolder }, signal);
  } finally {
    await datasets.stop();
    await processFolder.remove();
  }
}

async function work(
  deps: TwinRoleDeps & { datasets: DatasetRunner; processFolder: WorkFolder },
  signal: AbortSignal,
): Promise<void> {
  const outage = new Outage(deps.log, {
    begins: "the due twins cannot be read; retrying",
    ends: "the due twins can be read again",
  });
  while (!signal.aborted) {
    try {
      // Trials first: a seller waits for them, and they are short.
      const trial = await takeTrialFile(deps.ctx);
      const twin = trial === null ? await takeTwinJob(deps.ctx) : null;
      outage.end();
      if (trial !== null) await drawTraced(deps, trial, signal);
      else if (twin !== null) await makeTraced(deps, twin, signal);
      else await pause(pollSeconds, signal);
    } catch (error) {
      outage.meet("the database does not answer", { err: error });
      await pause(pollSeconds, signal);
    }
  }
}

/** Each attempt is a separate trace, because the database does not store its cause. */
function makeTraced(deps: TwinDeps, job: TwinJob, signal: AbortSignal): Promise<void> {
  const attributes = { "market.job.tries": job.attempt };
  const entry = { kind: "consumer", parent: null, attributes } as const;
  return tracedEntry("make twins", entry, () => makeTwins(deps, job, signal));
}

function drawTraced(deps: TwinDeps, job: TrialJob, signal: AbortSignal): Promise<void> {
  const attributes = { "market.job.tries": job.attempts };
  const entry = { kind: "consumer", parent: null, attributes } as const;
  return tracedEntry("draw trial", entry, () => makeTrial(deps, job, signal));
}
