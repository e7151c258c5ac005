/** Variables with several secrets: parsing, and the faults reported at the start. */
import { describe, expect, test } from "bun:test";
import { ConfigError, environmentSchema, parseEnvironment } from "../../../platform/config.ts";
import { firstThatOpens, isMadeByOneOf } from "../../../platform/secrets/secret-list.ts";

const schema = environmentSchema.pick({ SESSION_SECRET: true, STRIPE_WEBHOOK_SECRET: true });
const [one, other] = ["1".repeat(32), "2".repeat(32)];

function read(session: string, stripe = "whsec_1"): unknown {
  try {
    const env = { SESSION_SECRET: session, STRIPE_WEBHOOK_SECRET: stripe };
    return parseEnvironment(schema, env);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

describe("a secret's variable", () => {
  test("holds one, or several with commas between them, the signing one first", () => {
    expect(read(one)).toMatchObject({ SESSION_SECRET: [one] });
    expect(read(`${other}, ${one}`, "whsec_2,whsec_1")).toEqual({
      SESSION_SECRET: [other, one],
      STRIPE_WEBHOOK_SECRET: ["whsec_2", "whsec_1"],
    });
  });

  const faults: [name: string, session: string, stripe: string, fault: string][] = [
    ["a short one", `${one},short`, "whsec_1", "SESSION_SECRET.1: a secret has at least 32"],
    ["a comma too many", `${one},`, "whsec_1", "SESSION_SECRET.1: a secret has at least 32"],
    ["one twice", `${one},${one}`, "whsec_1", "SESSION_SECRET: names a secret twice"],
    [
      "too many",
      [..."12345"].map((c) => c.repeat(32)).join(),
      "whsec_1",
      "SESSION_SECRET: at most 4",
    ],
    ["one of another kind", one, "whsec_1,sk_test_1", "STRIPE_WEBHOOK_SECRET.1: "],
  ];

  test.each(faults)("is refused with %s, and no value is told", (_, session, stripe, fault) => {
    const told = read(session, stripe);
    expect(told).toEqual([expect.stringContaining(fault)]);
    for (const value of [one, "short", "sk_test_1"]) expect(String(told)).not.toContain(value);
  });
});

test("what a later secret opens is found, and what none opens is null", async () => {
  const open = async (secret: string) => (secret === other ? "opened" : null);
  expect(await firstThatOpens([one, other], open)).toBe("opened");
  expect(await firstThatOpens([one], open)).toBeNull();
});

test("a code is compared with that of each secret, whatever its length", () => {
  const make = (secret: string) => `code of ${secret}`;
  expect(isMadeByOneOf([one, other], make(other), make)).toBe(true);
  for (const given of ["", make(one).slice(1), make("3".repeat(32))])
    expect(isMadeByOneOf([one, other], given, make)).toBe(false);
});
