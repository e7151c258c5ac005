/** Sealed values in rows: what opens them, and what does not. */
import { describe, expect, test } from "bun:test";
import { ConfigError, environmentSchema, parseEnvironment } from "../../../platform/config.ts";
import { credentialsOf } from "../../../platform/secrets/redact.ts";
import {
  openStored,
  type SealedPlace,
  type StoredSecretsKeys,
  sealedBeginning,
  sealStored,
  warnOfClearSecrets,
} from "../../../platform/secrets/stored-secret.ts";

const schema = environmentSchema.pick({ STORED_SECRETS_KEYS: true });
const [one, other] = ["1".repeat(32), "2".repeat(32)];
const place: SealedPlace = { column: "webhook_endpoints.url", rowId: "row-1" };
const text = "https://agents.example.com/hooks/tökén?x=1";

function keysOf(variable: string): StoredSecretsKeys {
  return parseEnvironment(schema, { STORED_SECRETS_KEYS: variable }).STORED_SECRETS_KEYS;
}

function faultsOf(variable: string): string[] {
  try {
    keysOf(variable);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

describe("the variable", () => {
  test.each([
    ["", undefined],
    [one, [one]],
    [`${other}, ${one}`, [other, one]],
    [`clear,${one}`, ["clear", one]],
  ])("%p is read", (variable, keys) => {
    expect(keysOf(variable) as unknown).toEqual(keys);
  });

  test.each([
    ["short", "STORED_SECRETS_KEYS.0: "],
    [`${one},clear`, "STORED_SECRETS_KEYS: `clear` stands first, or not at all"],
    [`${one},${one}`, "STORED_SECRETS_KEYS: names a secret twice"],
  ])("%p is refused", (variable, fault) => {
    const faults = faultsOf(variable);
    expect(faults.some((found) => found.startsWith(fault))).toBe(true);
    expect(faults.join()).not.toContain(one);
  });

  test("no line of a log may hold its keys", () => {
    expect(credentialsOf({ STORED_SECRETS_KEYS: [one, other] })).toEqual([one, other]);
  });

  test("a start warns where nothing is sealed, but not on loopback", () => {
    const warns = (variable: string, isLoopback = false) => {
      const told: unknown[] = [];
      const start = { ALLOW_INSECURE_LOOPBACK: isLoopback, STORED_SECRETS_KEYS: keysOf(variable) };
      warnOfClearSecrets(start, { warn: (words: unknown) => void told.push(words) });
      return told.length === 1;
    };
    expect([warns(""), warns(`clear,${one}`), warns(one), warns("", true)]).toEqual([
      ...[true, true, false, false],
    ]);
  });
});

const seal = (variable: string, of = place) => sealStored(keysOf(variable), of, text);
const open = (variable: string, stored: string, of = place) =>
  openStored(keysOf(variable), of, stored);
const opened = { kind: "opened", text } as const;
const missing = { kind: "unreadable", reason: "key_missing" } as const;
const changed = { kind: "unreadable", reason: "changed" } as const;

describe("a sealed value", () => {
  test("shows nothing of the text, is another one each time, and is opened by any of the keys", () => {
    const stored = seal(one);
    expect(stored).toMatch(/^sealed\.v1\.[0-9a-f]{12}\.[\w-]+$/);
    expect(Buffer.from(stored.split(".")[3] ?? "", "base64url").includes("agents")).toBe(false);
    expect(seal(one)).not.toBe(stored);
    expect(stored).toStartWith(sealedBeginning(keysOf(`${one},${other}`), place.column));
    for (const keys of [one, `${other},${one}`, `clear,${one}`]) {
      expect(open(keys, stored)).toEqual(opened);
    }
  });

  test.each(["", other, "clear"])("is not opened by %p", (keys) => {
    expect(open(keys, seal(one))).toEqual(missing);
  });

  test("is not opened in another row", () => {
    expect(open(one, seal(one), { ...place, rowId: "row-2" })).toEqual(changed);
  });

  test("is not opened when any byte of it was changed, cut off or put behind", () => {
    const stored = seal(one);
    const start = sealedBeginning(keysOf(one), place.column);
    const bytes = Buffer.from(stored.slice(start.length), "base64url");
    for (let at = 0; at < bytes.length; at += 1) {
      const other = Buffer.from(bytes);
      other[at] = (other[at] ?? 0) ^ 1;
      expect(open(one, start + other.toString("base64url"))).toEqual(changed);
      expect(open(one, start + bytes.subarray(0, at).toString("base64url"))).toEqual(changed);
    }
    const longer = Buffer.concat([bytes, Buffer.from([0])]);
    expect(open(one, start + longer.toString("base64url"))).toEqual(changed);
  });
});

test.each(["", `clear,${one}`])("with %p a value stays in clear, and is read as it is", (keys) => {
  expect([seal(keys), sealedBeginning(keysOf(keys), place.column)]).toEqual([text, ""]);
  expect([open(keys, text), open(one, text)]).toEqual([opened, opened]);
});
