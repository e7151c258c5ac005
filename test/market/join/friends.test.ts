/** Which pairs of columns are reported as joinable, by names, values and kinds of values. */
import { expect, test } from "bun:test";
import { JOIN_HASH_LIMIT } from "../../../market/profile/join/vocabulary.ts";
import { judgePair } from "../../../market/search/joinable/rules.ts";

type Side = Parameters<typeof judgePair>[0];

/** A text column with the values `from` to `to`, each once. */
function side(
  name: string,
  [from, to]: [from: number, to: number],
  more: Partial<Side> = {},
): Side {
  const hashes = Array.from({ length: to - from }, (_, at) => from + at);
  return {
    ...{ name, tableName: null, type: "string", meaning: null, areNumbers: false, charsMax: 20 },
    ...{ distinct: hashes.length, values: hashes.length, share: 1, chooser: "all" },
    ...{ below: JOIN_HASH_LIMIT, hashes },
    ...more,
  };
}

const integers = { type: "integer", areNumbers: true, charsMax: 3 } as const;
const digits = { areNumbers: true, charsMax: 5 } as const;
const repeated = { values: 5000 };
const letters = (charsMax: number) => ({ charsMax });

const cases: [what: string, one: Side, other: Side, isTold: boolean][] = [
  ["names of one thing", side("country", [0, 200]), side("CountryName", [50, 300]), true],
  ["and few values in common", side("country", [0, 200]), side("country", [170, 900]), false],
  [
    "names of one thing, of which neither is a key",
    side("city", [0, 200], repeated),
    side("city", [0, 300], repeated),
    false,
  ],
  [
    "a reference of another name",
    side("origin", [0, 200], repeated),
    side("iata", [0, 3000], letters(3)),
    true,
  ],
  [
    "of which a tenth is not in the key",
    side("origin", [0, 200], repeated),
    side("iata", [20, 3000]),
    false,
  ],
  [
    "of which nothing is a key",
    side("origin", [0, 200], repeated),
    side("place", [0, 300], repeated),
    false,
  ],
  ["few values of another name", side("origin", [0, 49], repeated), side("state", [0, 50]), false],
  [
    "codes of two letters in a sparse key",
    side("code", [0, 240], letters(2)),
    side("iso", [0, 249], letters(2)),
    true,
  ],
  [
    "codes of two letters that nearly all are there",
    side("state", [0, 56], letters(2)),
    side("airline", [0, 600], letters(2)),
    false,
  ],
  [
    "small integers",
    side("customers", [0, 500], integers),
    side("deaths", [0, 500], integers),
    false,
  ],
  ["the ids of two lists", side("id", [0, 500], integers), side("id", [0, 500], integers), false],
  [
    "integers that are codes of one thing",
    side("customer_id", [0, 500], integers),
    side("CustomerNo", [0, 500], integers),
    true,
  ],
  ["figures of one name", side("age", [0, 100], integers), side("age", [0, 100], integers), false],
  [
    "figures and texts of digits",
    side("n", [0, 99], integers),
    side("postcode", [0, 5000], digits),
    false,
  ],
  [
    "postal codes as numbers",
    side("zip", [0, 300], integers),
    side("zip_code", [0, 300], digits),
    true,
  ],
  ["names that anything has", side("title", [0, 100]), side("title", [80, 400]), false],
];

test.each(cases)("%s", (_, one, other, isTold) => {
  expect(judgePair(one, other, null) !== null).toBe(isTold);
  expect(judgePair(other, one, null) !== null).toBe(isTold);
});
