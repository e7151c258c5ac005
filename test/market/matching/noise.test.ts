/** What answers about a paid dataset say of its values, to a caller who asks as often as they like. */
import { describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { JoinHasher } from "../../../market/profile/join/join-hasher.ts";
import { JOIN_HASH_LIMIT, JOIN_HASHES_MAX } from "../../../market/profile/join/vocabulary.ts";
import { membershipNoise } from "../../../market/query/matching/membership-noise.ts";
import {
  estimateNoised,
  estimateOpen,
  type GivenValues,
} from "../../../market/query/matching/rules.ts";

const hashKey = randomBytes(8).toString("hex");
const hasher = new JoinHasher(hashKey);
const known = new Map<string, number>();
function hashOf(value: string): number {
  const hash = known.get(value) ?? hasher.hashValue(value);
  known.set(value, hash);
  return hash;
}
const ascending = (values: readonly string[]) => [...new Float64Array(values.map(hashOf)).sort()];
const range = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `v${from + at}`);

/** As the data engine stores it. */
function columnOf(values: readonly string[]) {
  const hashes = ascending(values);
  const below = hashes[JOIN_HASHES_MAX] ?? JOIN_HASH_LIMIT;
  const kept = hashes.slice(0, JOIN_HASHES_MAX);
  return { distinct: values.length, share: 1, chooser: "all", below, hashes: kept };
}

const given = (values: readonly string[]): GivenValues => ({
  hashes: ascending(values),
  distinct: values.length,
  share: 1,
});

const newNoise = () => membershipNoise(randomBytes(32).toString("hex"), crypto.randomUUID());

function matchedOf(estimate: ReturnType<typeof estimateNoised>): number {
  return estimate === null || estimate === "imprecise" ? 0 : estimate.matched;
}

describe(`key ${hashKey}`, () => {
  test("the error holds for values and columns of any size", () => {
    let inside = 0;
    const tries = 300;
    for (let at = 0; at < tries; at++) {
      const size = [60, 400, 1024, 3000][at % 4] ?? 60;
      const many = [50, 200, 1000][at % 3] ?? 50;
      const common = Math.min(size, Math.round(many * Math.random()));
      const asked = given([...range(0, common), ...range(5000, 5000 + many - common)]);
      const answer = estimateNoised(asked, columnOf(range(0, size)), newNoise());
      if (answer === "imprecise") inside += 1;
      else if (answer === null) inside += common / many <= 0.6 ? 1 : 0;
      else inside += Math.abs(answer.matched - common) <= answer.error ? 1 : 0;
    }
    // At 95 % each, fewer than 250 of 300 hold once in a billion runs.
    expect(inside).toBeGreaterThanOrEqual(250);
  });

  test("a quarter of the answers about single values is reversed, of members and of strangers", () => {
    const isReversed = newNoise();
    for (const isMember of [true, false]) {
      const reversed = range(0, 4000).filter((value) => isReversed(hashOf(value), isMember));
      // Seven standard deviations of 27.
      expect(Math.abs(reversed.length - 1000)).toBeLessThan(200);
    }
  });

  test("asking with ever other sets around a value only repeats its one answer", () => {
    // The attack: the same guess in hundreds of sets, each compared with the set without it.
    const column = columnOf(range(0, 400));
    const isReversed = newNoise();
    const guesses = [...range(0, 40), ...range(5000, 5040)];
    let right = 0;
    for (const guess of guesses) {
      let sum = 0;
      for (let at = 0; at < 30; at++) {
        const first = 100 + Math.floor(Math.random() * 200);
        const many = 30 + Math.floor(Math.random() * 60);
        const around = [...range(first, first + many), ...range(6000 + first, 6000 + first + 20)];
        const ask = (values: string[]) =>
          matchedOf(estimateNoised(given(values), column, isReversed)) / values.length;
        sum += ask([...around, guess]) - ask([...around, "never"]);
      }
      const isMember = Number(guess.slice(1)) < 400;
      if (sum > 0 === isMember) right += 1;
    }
    // With noise at best 60 of 80 are right, and 78 once in 25 million runs.
    expect(right).toBeLessThan(78);
  });

  test("without noise the same attack reads every value, so the test is effective", () => {
    const column = columnOf(range(0, 400));
    const guesses = [...range(0, 20), ...range(5000, 5020)];
    const right = guesses.filter((guess) => {
      const around = range(100, 160);
      const ask = (values: string[]) => matchedOf(estimateOpen(given(values), column));
      return ask([...around, guess]) > ask([...around, "never"]) === Number(guess.slice(1)) < 400;
    });
    expect(right.length).toBe(40);
  });

  test("values that are all missing look like a match about once in forty sets", () => {
    let shown = 0;
    for (let at = 0; at < 400; at++) {
      const asked = given(range(5000, 5200));
      if (matchedOf(estimateNoised(asked, columnOf(range(0, 400)), newNoise())) > 0) shown += 1;
    }
    expect(shown).toBeLessThan(40);
  });

  test("of a large column a few values say too little to be answered", () => {
    expect(estimateNoised(given(range(0, 50)), columnOf(range(0, 20_000)), newNoise())).toBe(
      "imprecise",
    );
  });
});
