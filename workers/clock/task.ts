/** What the clock's tables are made of. */
import type { Context } from "../../market/context.ts";
import type { Bus } from "../../platform/bus/port.ts";
import type { Logger } from "../../platform/log.ts";

/** What a task is given. */
export type TaskDeps = { ctx: Context; bus: Bus; log: Logger };

export type ClockTask = {
  /** As it stands in logs and metrics. */
  name: string;
  /** The pause between two runs. */
  everySeconds: number;
  /** Does what is due by the database and returns how much that was; safe to run twice at once. */
  run: (deps: TaskDeps) => Promise<number>;
};
