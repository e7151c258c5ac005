/** The age of a replica's rows, computed from the primary's write positions over time. */
import { expect, test } from "bun:test";
import { logBytes, PrimarySamples } from "../../../db/replicas/samples.ts";

test("the age is that of the newest sample that was replayed", () => {
  const samples = new PrimarySamples(1000);
  samples.add("0/100", 0);
  samples.add("0/200", 200);
  samples.add("1/0", 400);
  expect(samples.ageMs("0/1FF", 500)).toBe(500);
  expect(samples.ageMs("0/200", 500)).toBe(300);
  expect(samples.ageMs("0/FFFFFFFF", 500)).toBe(300);
  expect(samples.ageMs("1/10", 500)).toBe(100);
});

test("a replica without recent samples has no known age", () => {
  const samples = new PrimarySamples(1000);
  expect(samples.ageMs("0/100", 0)).toBe(null);
  samples.add("0/100", 0);
  expect(samples.ageMs("0/FF", 10)).toBe(null);
  samples.add("0/200", 2000);
  expect(samples.ageMs("0/100", 2000)).toBe(null);
});

test("an idle primary's replica stays young, and a silent primary's grows old", () => {
  const samples = new PrimarySamples(1000);
  for (const askedAtMs of [0, 200, 400, 600]) samples.add("0/100", askedAtMs);
  expect(samples.ageMs("0/100", 700)).toBe(100);
  expect(samples.ageMs("0/100", 5000)).toBe(4400);
});

test("a primary with a lower position is a different one: known ages are dropped", () => {
  const samples = new PrimarySamples(1000);
  samples.add("5/0", 0);
  samples.add("4/0", 100);
  expect(samples.ageMs("4/0", 150)).toBe(50);
  expect(samples.ageMs("3/0", 150)).toBe(null);
});

test("places in the log are compared as numbers, not as text", () => {
  expect(logBytes("10/0")).toBeGreaterThan(logBytes("9/FFFFFFFF"));
  expect(logBytes("0/10")).toBe(16n);
});
