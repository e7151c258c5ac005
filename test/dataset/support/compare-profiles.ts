/** Compares two profiles of the same values, however the values were split into chunks. */
import { expect } from "bun:test";
import type { Profile } from "../../../market/profile/schemas.ts";

/** Roots and squares are rounded; all other figures, including means, must be equal. */
const stdTolerance = 1e-11;
/** The smallest floats have few digits, so each rounding changes a whole one. */
const stdFloor = 16 * Number.MIN_VALUE;

/** Fails if the profiles differ by more than the rounding of deviations. */
export function expectSameFigures(one: Partial<Profile>, other: Partial<Profile>): void {
  const withoutStd = (profile: Partial<Profile>): unknown => ({
    ...profile,
    columns: profile.columns?.map((column) => ({ ...column, std: null })),
  });
  expect(withoutStd(one)).toEqual(withoutStd(other));
  for (const [i, column] of (other.columns ?? []).entries()) {
    const std = one.columns?.[i]?.std ?? null;
    expect(std === null).toBe(column.std === null);
    if (std === null || column.std === null) continue;
    expect(Math.abs(std - column.std)).toBeLessThanOrEqual(column.std * stdTolerance + stdFloor);
  }
}
