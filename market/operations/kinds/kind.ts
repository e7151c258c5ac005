/** What each kind of job has to say for itself: which are stuck, how one stands, and its two acts. */
import type { Database } from "../../../db/client.ts";
import type { AdminActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../context.ts";
import type { StuckJob } from "../schemas.ts";

/** When it is looked at, and what opens what is sealed. */
type At = Pick<Context, "config"> & { now: Date };
type StuckJobsQuery = At & { rowsMax: number };
type Act = { admin: AdminActor; now: Date };
export type StuckJobsPage = { jobs: StuckJob[]; hasMore: boolean };

export type KindOfJob = {
  /** Those that are stuck, what waits before what has ended; at most `rowsMax` of each. */
  list(db: Database, look: StuckJobsQuery): Promise<StuckJobsPage>;
  /** One of them, stuck or not; null: there is none. */
  find(db: Database, id: string, at: At): Promise<StuckJob | null>;
  /** The same, locked until the end of the transaction. */
  lock(tx: Database, id: string, at: At): Promise<StuckJob | null>;
  retry?(tx: Database, job: StuckJob, act: Act): Promise<void>;
  giveUp?(tx: Database, job: StuckJob, act: Act): Promise<void>;
};

/** Joins lists of which each was asked for one row more than is shown. */
export function foundOf(parts: StuckJob[][], rowsMax: number): StuckJobsPage {
  return {
    jobs: parts.flatMap((part) => part.slice(0, rowsMax)),
    hasMore: parts.some((part) => part.length > rowsMax),
  };
}
