/** The explanation that a buyer reads when a dataset has no sample. */
import { expect, test } from "bun:test";
import { noSampleAdvice } from "../../dataset/base/refusal.ts";
import { explainNoSample, noSampleReasons } from "../../market/profile/no-sample.ts";

test("every reason of the data engine has its own text for buyers", () => {
  for (const code of Object.keys(noSampleAdvice)) expect(noSampleReasons).toHaveProperty(code);
  const own = Object.keys(noSampleAdvice).map(explainNoSample);
  expect(new Set(own).size).toBe(own.length);
});

test("no reason tells a buyer what to upload, and an unknown code is no fault", () => {
  for (const reason of Object.values(noSampleReasons)) {
    expect(reason).toMatch(/^[A-Z][^.]+\.$/);
    expect(reason).not.toMatch(/\bupload|\bexport|\bsplit/i);
  }
  expect(explainNoSample("of_a_later_release")).toBe("The file could not be shown.");
});
