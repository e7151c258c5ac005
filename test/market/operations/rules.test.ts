/** The permitted actions for a job by kind and state; when a worker counts as gone. */
import { describe, expect, test } from "bun:test";
import {
  actObstacle,
  actsOf,
  beatSeconds,
  isAlive,
  isFresh,
  type JobAct,
  type JobKind,
  type JobStanding,
  jobActs,
  jobKinds,
} from "../../../market/operations/rules.ts";

const both: JobAct[] = ["retry", "give_up"];

describe("actions on a job", () => {
  test.each<[JobKind, JobStanding, JobAct[]]>([
    ["upload", "waiting", both],
    ["upload", "running", ["give_up"]],
    ["upload", "failed", ["retry"]],
    ["outbox", "waiting", ["give_up"]],
    ["mail", "waiting", both],
    ["twin", "waiting", both],
    ["twin", "running", ["give_up"]],
    ["twin", "failed", ["retry"]],
    ["embedding", "failed", ["retry"]],
    ["delivery", "waiting", both],
    ["delivery", "running", []],
    ["delivery", "failed", ["retry"]],
    ["import", "waiting", ["retry"]],
    ["import", "running", []],
    ["import", "failed", ["retry"]],
    ["bucket_delivery", "waiting", ["retry"]],
    ["bucket_delivery", "running", []],
    ["bucket_delivery", "failed", ["retry"]],
  ])("%s that is %s: %p", (kind, standing, acts) => {
    const job = { kind, standing, hold: null };
    expect([...actsOf(job)]).toEqual(acts);
    for (const act of jobActs) {
      expect(actObstacle(job, act) === null).toBe(acts.includes(act));
    }
  });

  test.each([...jobKinds])("nothing about a %s that has ended, and says so", (kind) => {
    const job = { kind, standing: "ended" as const, hold: null };
    expect([...actsOf(job)]).toEqual([]);
    for (const act of jobActs) expect(actObstacle(job, act)).toContain("already ended");
  });

  test("a held job can be given up but not retried, with the reason", () => {
    const job = { kind: "delivery", standing: "waiting", hold: "It is disabled." } as const;
    expect([...actsOf(job)]).toEqual(["give_up"]);
    expect(actObstacle(job, "retry")).toBe("It is disabled.");
    expect(actObstacle(job, "give_up")).toBeNull();
  });
});

const now = new Date("2026-11-23T12:00:00Z");
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);

test.each([
  [0, true],
  [beatSeconds, true],
  [6 * beatSeconds, true],
  [6 * beatSeconds + 1, false],
  [86_400, false],
])("a worker that was seen %i seconds ago is alive: %p", (seconds, expected) => {
  expect(isAlive(ago(seconds), now)).toBe(expected);
  expect(isFresh(ago(seconds), now)).toBe(expected);
});

test("figures that were never read are not fresh", () => {
  expect(isFresh(null, now)).toBe(false);
});
