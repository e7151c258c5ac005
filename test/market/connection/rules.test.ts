/** The permissions of a connection, and the display of a client's own name, as tables. */
import { describe, expect, test } from "bun:test";
import { agentNameFault } from "../../../market/agent/rules.ts";
import { CLIENT_NAME_CHARS_MAX } from "../../../market/connection/limits.ts";
import * as rules from "../../../market/connection/rules.ts";
import { AGENT_NAME_CHARS_MAX } from "../../../market/limits.ts";

const now = new Date("2026-11-22T12:00:00Z");
const past = new Date("2026-11-22T11:59:59Z");
const future = new Date("2026-11-22T12:00:01Z");

describe("whether a connection may be used", () => {
  const good = { endedAt: null, expiresAt: null };
  const cases: [string, Parameters<typeof rules.connectionRefusal>[0], boolean, string?][] = [
    ["a good one", good, false],
    ["one that expires later", { ...good, expiresAt: future }, false],
    ["one at its very end", { ...good, expiresAt: now }, false, "token_expired"],
    ["one that its owner ended", { ...good, endedAt: past }, false, "token_revoked"],
    ["one that ended and expired", { endedAt: past, expiresAt: past }, false, "token_revoked"],
    ["a good one of a suspended account", good, true, "account_suspended"],
  ];
  for (const [what, connection, isSuspended, code] of cases) {
    test(`${what}: ${code ?? "yes"}`, () => {
      const account = { suspendedAt: isSuspended ? past : null };
      expect(rules.connectionRefusal(connection, account, now)?.code).toBe(code as never);
    });
  }
});

describe("a connection's current permissions", () => {
  const connection = { scopes: ["read", "purchase", "sell"] as const };
  const key = { scopes: ["purchase", "read"] as const, revokedAt: null, expiresAt: null };
  const agent = { state: "verified" } as const;
  const cases: [string, Parameters<typeof rules.scopesInForce>[0], string[]][] = [
    ["both halves", { connection, key, agent }, ["read", "purchase", "sell"]],
    [
      "a key that lost a scope",
      { connection, key: { ...key, scopes: ["read"] }, agent },
      ["read", "sell"],
    ],
    ["a key that was revoked", { connection, key: { ...key, revokedAt: past }, agent }, ["sell"]],
    ["a key that expired", { connection, key: { ...key, expiresAt: past }, agent }, ["sell"]],
    [
      "an agent that was revoked",
      { connection, key, agent: { state: "revoked" } },
      ["read", "purchase"],
    ],
    [
      "a key with more than was granted",
      { connection: { scopes: ["read"] }, key, agent },
      ["read"],
    ],
    ["nothing left", { connection, key: null, agent: null }, []],
  ];
  for (const [what, acting, scopes] of cases) {
    test(`${what}: ${scopes.join(", ") || "nothing"}`, () => {
      expect(rules.scopesInForce(acting, now).map(String)).toEqual(scopes);
    });
  }
});

test("no more than was asked for is granted, each thing once", () => {
  expect(rules.scopesWithin(["sell", "read", "read", "admin"], ["purchase", "read"])).toEqual([
    "read",
  ]);
  expect(rules.keyScopesOf(["sell"])).toEqual([]);
  expect(rules.maySpend(["read", "message", "sell"])).toBe(false);
  expect(rules.maySpend(["bid"])).toBe(true);
});

describe("a client's own name", () => {
  const shown: [string, string][] = [
    ["Claude", "Claude"],
    ["  Claude \n Code ", "Claude Code"],
    ["Cla\u200bude", "Claude"],
    ["\u202eedualC", "edualC"],
    ["Cla\u{e0041}ude", "Claude"],
    ["\u200b\u200b", "host.example"],
    ["", "host.example"],
    ["a".repeat(500), "a".repeat(CLIENT_NAME_CHARS_MAX)],
    ["😀".repeat(200), "😀".repeat(CLIENT_NAME_CHARS_MAX)],
    [`Z${"\u0300".repeat(5000)}`, "Z\u0300\u0300".normalize("NFC")],
  ];
  for (const [name, expected] of shown) {
    test(`${JSON.stringify(name.slice(0, 20))} is shown as ${expected.slice(0, 20)}`, () => {
      expect(rules.shownClientName(name, "host.example")).toBe(expected);
    });
  }

  const odd: [string, boolean][] = [
    ["Claude", false],
    ["Клод", false],
    ["データ助手", false],
    ["Müller's Agent", false],
    ["Сlaude", true], // A Cyrillic Es.
    ["Clauԁe", true],
    ["Cla\u200bude", true],
    ["\u{1d402}laude", true],
    ["Ｃlaude", true],
  ];
  for (const [name, isOdd] of odd) {
    test(`${JSON.stringify(name)} is ${isOdd ? "" : "not "}warned of`, () => {
      expect(rules.clientNameWarning(name) !== null).toBe(isOdd);
    });
  }

  for (const name of [
    "Claude",
    "claude.ai",
    "ACME <b>Bot</b>",
    "☎ 0800 123456789",
    "…",
    "Клод",
    "x".repeat(200),
  ]) {
    test(`${JSON.stringify(name.slice(0, 20))} gives a seller a name that may stand in mails`, () => {
      const proposed = rules.proposedAgentName(name);
      expect(agentNameFault(proposed)).toBeNull();
      expect(proposed.length).toBeWithin(1, AGENT_NAME_CHARS_MAX + 1);
    });
  }
});
