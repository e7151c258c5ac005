/** Profiles with the kernel and without it. */
import { afterAll, afterEach, expect, spyOn } from "bun:test";
import type { DatasetReport } from "../../../dataset/base/report.ts";
import { CellTaker } from "../../../dataset/measure/cells/take-cells.ts";
import { expectSameFigures } from "./compare-profiles.ts";

type Report = DatasetReport & { profile?: object };

/** Numbers below a bound, drawn from a seed. */
export type Draw = (below: number) => number;

export function drawer(seed: number): Draw {
  let state = seed | 1;
  return (below) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
}

/** Records which chunks the kernel takes, until the test file ends. */
export function watchKernel() {
  const take = spyOn(CellTaker.prototype, "take");
  afterEach(() => take.mockClear());
  // A spy that stays would keep every chunk of later files in this process.
  afterAll(() => take.mockRestore());
  const takenChunks = (): number => take.mock.results.filter(({ value }) => value !== null).length;

  /** Profiles twice and expects equal results; returns how many chunks the kernel took. */
  async function expectSame(profile: () => Promise<DatasetReport>): Promise<number> {
    take.mockClear();
    const byKernel = await profile();
    const taken = takenChunks();
    const byPolars = await withoutKernel(profile);
    expect(takenChunks()).toBe(taken);
    const { profile: one, ...rest } = byKernel as Report;
    const { profile: other, ...restOfOther } = byPolars as Report;
    expectSameFigures(one ?? {}, other ?? {});
    expect(rest).toEqual(restOfOther as typeof rest);
    return taken;
  }

  /** The number of offered chunks that another thread had read ahead. */
  const readAhead = (): number => take.mock.calls.filter(([{ read }]) => read).length;
  return { expectSame, readAhead };
}

/** A restored spy records nothing more, so each run creates its own. */
async function withoutKernel(profile: () => Promise<DatasetReport>): Promise<DatasetReport> {
  const mayTake = spyOn(CellTaker.prototype, "mayTake").mockReturnValue(false);
  try {
    return await profile();
  } finally {
    mayTake.mockRestore();
  }
}
