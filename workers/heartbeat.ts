/** Records every few seconds that this process is alive, for the administration page. */
import { hostname } from "node:os";
import process from "node:process";
import { v7 } from "uuid";
import type { Context } from "../market/context.ts";
import { beat, endBeats, type WorkerProcess } from "../market/operations/beat.ts";
import { beatSeconds } from "../market/operations/rules.ts";
import { serviceVersion } from "../market/service.ts";
import { pause } from "../platform/bell.ts";
import type { Bus } from "../platform/bus/port.ts";
import type { Logger } from "../platform/log.ts";
import { Outage } from "../platform/outage.ts";
import type { Role } from "./role.ts";

/** Without the database the row stays, and its age shows that the process is gone. */
const goodbyeSecondsMax = 2;

type HeartbeatDeps = {
  ctx: Context;
  roles: readonly string[];
  log: Logger;
  /** Null while the process waits for it. */
  bus: () => Bus | null;
};

/** Starts at once, even while the process still waits for its parts. */
export function startHeartbeat(deps: HeartbeatDeps): Role {
  const self: WorkerProcess = {
    id: v7(),
    roles: [...deps.roles],
    host: hostname(),
    pid: process.pid,
    version: serviceVersion,
    commit: deps.ctx.config.SOURCE_COMMIT ?? null,
    startedAt: deps.ctx.now(),
  };
  const stopping = new AbortController();
  const running = run(deps, self, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      const ended = running.then(() => endBeats(deps.ctx, self)).catch(() => {});
      const late = new AbortController();
      await Promise.race([ended, pause(goodbyeSecondsMax, late.signal)]);
      late.abort();
    },
  };
}

async function run(deps: HeartbeatDeps, self: WorkerProcess, signal: AbortSignal): Promise<void> {
  const outage = new Outage(deps.log, {
    begins: "the heartbeat of this process cannot be written; its work continues",
    ends: "the heartbeat of this process is written again",
  });
  while (!signal.aborted) {
    try {
      await beat(deps.ctx, self, deps.bus());
      outage.end();
    } catch (error) {
      outage.meet("the database does not answer", { err: error });
    }
    await pause(beatSeconds, signal);
  }
}
