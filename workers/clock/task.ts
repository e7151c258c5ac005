import type { Context } from "../../market/context.ts";
import type { Bus } from "../../platform/bus/port.ts";
import type { Logger } from "../../platform/log.ts";

/** The services that a task may use. */
export type TaskDeps = { ctx: Context; bus: Bus; log: Logger };

export type ClockTask = {
  /** Name in logs and metrics. */
  name: string;
  /** Pause between two runs. */
  everySeconds: number;
  /** Does what is due according to the database and returns how much; safe to run twice at once. */
  run: (deps: TaskDeps) => Promise<number>;
};
