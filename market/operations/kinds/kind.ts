/** The interface of each job kind: its stuck jobs, the state of one, and the two actions. */
import type { Database } from "../../../db/client.ts";
import type { AdminActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../context.ts";
import type { StuckJob } from "../schemas.ts";

/** The time of the query, and the configuration that decrypts sealed values. */
type At = Pick<Context, "config"> & { now: Date };
type StuckJobsQuery = At & { rowsMax: number };
type Act = { admin: AdminActor; now: Date };
export type StuckJobsPage = { jobs: StuckJob[]; hasMore: boolean };

export type KindOfJob = {
  /** The stuck jobs, waiting ones before ended ones; at most `rowsMax` of each. */
  list(db: Database, look: StuckJobsQuery): Promise<StuckJobsPage>;
  /** One job, stuck or not; null if unknown. */
  find(db: Database, id: string, at: At): Promise<StuckJob | null>;
  /** Like `find`, locked until the end of the transaction. */
  lock(tx: Database, id: string, at: At): Promise<StuckJob | null>;
  retry?(tx: Database, job: StuckJob, act: Act): Promise<void>;
  giveUp?(tx: Database, job: StuckJob, act: Act): Promise<void>;
};

/** Joins lists; each was queried with one row more than is shown. */
export function foundOf(parts: StuckJob[][], rowsMax: number): StuckJobsPage {
  return {
    jobs: parts.flatMap((part) => part.slice(0, rowsMax)),
    hasMore: parts.some((part) => part.length > rowsMax),
  };
}
