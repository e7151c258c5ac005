/** Pure rules as tables, one line per case. */
import { describe, expect, test } from "bun:test";
import type { AgentState } from "../../db/vocabulary/agent.ts";
import type { UploadState } from "../../db/vocabulary/listing.ts";
import * as agent from "../../market/agent/rules.ts";
import * as catalogue from "../../market/catalogue/rules.ts";
import * as listing from "../../market/listing/rules.ts";

const now = new Date("2026-11-21T12:00:00Z");
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

describe("an agent's name", () => {
  const names: [name: string, isTaken: boolean][] = [
    ["weather-seller", true],
    ["Météo_2.0 v1.2", true],
    ["天気 の 売り手", true],
    ["मौसम", true],
    ["agent-0f3a", true],
    ["Dr. Rain", true],
    ["URGENT: your bank account is locked", false],
    ["shop.com", false],
    ["see www.shop.example now", false],
    ["пример.рф", false],
    ["1.1.1.1", false],
    ["call 555 123 4567", false],
    ["call 555-123.4567", false],
    ["agent-12345678901 2", false],
    ["agent-1234567890ab", true],
    ["agent-123456789012", true],
    ["mail@example", false],
    ["a/b", false],
    ["<b>", false],
    ["tick ✓", false],
  ];
  test.each(names)("%s: taken is %p", (name, isTaken) => {
    expect(agent.agentNameFault(name) === null).toBe(isTaken);
  });
});

describe("possible first callers", () => {
  const repeat = {
    state: "pending" as AgentState,
    decidedAt: null as Date | null,
    registeredAt: minutesAgo(5),
    registeredFromHash: "old",
  };
  const cases: [name: string, change: Partial<typeof repeat>, expected: boolean][] = [
    ["from the same address within ten minutes", {}, true],
    ["at ten minutes sharp", { registeredAt: minutesAgo(10) }, true],
    ["after eleven minutes", { registeredAt: minutesAgo(11) }, false],
    ["from another address", { registeredFromHash: "other" }, false],
    ["of what was approved before", { decidedAt: minutesAgo(1) }, false],
    ["of a verified agent", { state: "verified" }, false],
    ["of one that has replaced its token", { registeredFromHash: agent.TOKEN_ROTATED }, false],
  ];
  test.each(cases)("a repeat %s: %p", (_name, change, expected) => {
    expect(agent.isFirstCaller({ ...repeat, ...change }, ["new", "old"], now)).toBe(expected);
  });
});

describe("an agent's own name", () => {
  const cases: [state: AgentState, askedName: string | null, told: string][] = [
    ["pending", null, "tides no 2"],
    ["pending", "tides", "tides"],
    ["pending", agent.ASKED_FOR_NONE, "tides no 2"],
    ["verified", "tides", "tides no 2"],
  ];
  test.each(cases)("%s, asked for %p: %p", (state, askedName, told) => {
    expect(agent.shownAgentName({ agentName: "tides no 2", askedName, state })).toBe(told);
  });

  test("leaves room for a number, whatever letters it is of", () => {
    expect(agent.nameStem("tides")).toBe("tides");
    expect(agent.nameStem("𝒂".repeat(60))).toBe("𝒂".repeat(50));
    expect(agent.nameStem(`${"a".repeat(49)} b`)).toBe("a".repeat(49));
  });
});

describe("approval mails", () => {
  const cases: [AgentState, Date | null, boolean][] = [
    ["pending", null, true],
    ["pending", minutesAgo(10), false],
    ["pending", minutesAgo(11), true],
    ["verified", null, false],
    ["rejected", minutesAgo(60), false],
  ];
  for (const [state, lastMailAt, expected] of cases) {
    test(`${state}, last at ${lastMailAt?.toISOString()}: ${expected}`, () => {
      expect(agent.isMailDue(state, lastMailAt, now)).toBe(expected);
    });
  }

  test("an owner takes ten a day", () => {
    expect([9, 10].map(agent.ownerTakesMail)).toEqual([true, false]);
  });
});

describe("decisions", () => {
  const cases: [AgentState, "approve" | "reject", string][] = [
    ["pending", "approve", "apply"],
    ["pending", "reject", "apply"],
    ["verified", "approve", "repeat"],
    ["verified", "reject", "conflict"],
    ["rejected", "approve", "conflict"],
    ["rejected", "reject", "repeat"],
    ["revoked", "approve", "conflict"],
  ];
  for (const [state, decision, expected] of cases) {
    test(`${decision} of a ${state} agent: ${expected}`, () => {
      expect(agent.decisionOutcome(state, decision)).toBe(expected as "apply");
    });
  }

  const owners: [email: string, emailVerified: boolean, expected: boolean][] = [
    ["ada@example.com", true, true],
    ["ADA@example.com", true, true],
    ["ada@example.com", false, false],
    ["eve@example.com", true, false],
    // In Unicode the Kelvin sign lowercases to `k`, and the dotted capital I to `i̇`.
    ["\u212Aim@example.com", true, false],
    ["\u0130da@example.com", true, false],
    ["ada@e\u212Aample.com", true, false],
  ];
  for (const [email, emailVerified, expected] of owners) {
    test(`${email} (${emailVerified ? "" : "not "}verified) owns ada's agent: ${expected}`, () => {
      const owner = { email, emailVerified };
      const ownerEmail = email.toLowerCase().includes("kim")
        ? "kim@example.com"
        : "ada@example.com";
      expect(agent.ownsAgent(owner, { ownerEmail })).toBe(expected);
    });
  }
});

describe("masked addresses", () => {
  const cases = {
    "ada@example.com": "a***@example.com",
    "a@b.c": "a***@b.c",
    '"x@y"@z.org': '"***@z.org',
  };
  for (const [email, masked] of Object.entries(cases)) {
    test(`${email} → ${masked}`, () => expect(agent.maskEmail(email)).toBe(masked));
  }
});

describe("obstacles between a draft and the catalogue", () => {
  const hash = "a".repeat(64);
  const upload = (
    state: UploadState,
    errorCode: string | null = null,
    sha256: string | null = hash,
  ) => ({ state, errorCode, errorDetail: errorCode, sha256 });
  const ready = {
    title: "t",
    description: "d",
    upload: upload("generated"),
  };
  const cases: [Partial<Parameters<typeof listing.publishBlockers>[0]>, string[]][] = [
    [{}, []],
    [{ upload: upload("no_sample", "single_image") }, []],
    [{ upload: upload("no_sample", "file_missing") }, ["file_missing"]],
    [{ upload: upload("no_sample", "file_changed") }, ["file_changed"]],
    [{ upload: upload("no_sample", "timeout", null) }, ["file_not_hashed"]],
    [{ upload: upload("issued", "file_hash_differs", null) }, ["file_hash_differs"]],
    [{ upload: upload("superseded", "file_hash_differs", null) }, ["file_missing"]],
    [{ upload: upload("attached", null, null) }, ["sample_job_running"]],
    [{ upload: null }, ["file_missing"]],
    [{ title: " ", description: "", upload: null }, ["missing", "missing", "file_missing"]],
  ];
  for (const [change, codes] of cases) {
    test(`${JSON.stringify(change)}: ${codes.join(", ") || "nothing"}`, () => {
      const blockers = listing.publishBlockers({ ...ready, ...change });
      expect(blockers.map((blocker) => blocker.code)).toEqual(codes);
    });
  }
});

describe("attaching a path", () => {
  const cases: [UploadState, isCurrent: boolean, string][] = [
    ["issued", false, "attach"],
    ["attached", true, "already_attached"],
    ["generated", true, "already_attached"],
    ["no_sample", true, "already_attached"],
    ["superseded", false, "superseded"],
  ];
  for (const [state, isCurrent, expected] of cases) {
    test(`${state}${isCurrent ? ", current" : ""}: ${expected}`, () => {
      const decision = listing.decideAttach({ id: "u1", state }, isCurrent ? "u1" : "u2");
      expect(decision).toBe(expected as "attach");
    });
  }
});

describe("where a new file goes", () => {
  type Status = "draft" | "active" | "withdrawn" | "suspended";
  type Suspender = listing.ListingSuspender | null;
  const cases: [Status, by: Suspender, isOpen: boolean, listing.UploadSlot | null][] = [
    ["draft", null, false, "current"],
    ["active", null, false, null],
    ["active", null, true, "next"],
    ["withdrawn", null, false, null],
    ["withdrawn", null, true, null],
    ["suspended", "file", false, null],
    ["suspended", "file", true, "next"],
    ["suspended", "listing", true, null],
    ["suspended", "agent", true, null],
    ["suspended", "account", true, null],
  ];
  for (const [status, suspendedBy, isOpen, expected] of cases) {
    const by = suspendedBy === null ? "" : ` by its ${suspendedBy}`;
    test(`${status}${by}${isOpen ? ", version open" : ""}: ${expected}`, () => {
      const nextVersionOpenedAt = isOpen ? now : null;
      expect(listing.uploadSlot({ status, suspendedBy, nextVersionOpenedAt })).toBe(expected);
    });
  }

  test("a version is opened once, and only for a listing on sale or suspended for its file", () => {
    const open = (status: Status, at: Date | null, suspendedBy: Suspender = null) =>
      listing.decideOpenVersion({ status, suspendedBy, nextVersionOpenedAt: at });
    expect(open("active", null)).toBe("open");
    expect(open("active", now)).toBe("already_open");
    expect(open("draft", null)).toBe("not_active");
    expect(open("suspended", null, "file")).toBe("open");
    expect(open("suspended", null, "listing")).toBe("not_active");
  });
});

describe("a new sample for another price", () => {
  const price = (priceCents: number, distributions: "full" | "coarse" = "full") => ({
    priceCents,
    pricingType: "buy_it_now",
    distributions,
  });
  test("of other distributions is needed of a paid file only", () => {
    const needs = (cents: number) =>
      listing.needsNewSample(price(cents), price(cents, "coarse"), "generated");
    expect([needs(100), needs(0)]).toEqual([true, false]);
  });
  const cases: [from: number, to: number, UploadState | null, boolean][] = [
    [0, 100, "generated", true],
    [100, 0, "generated", true],
    [0, 100, "no_sample", true],
    [100, 900, "generated", false],
    [0, 0, "generated", false],
    [0, 100, "attached", false],
    [0, 100, null, false],
  ];
  for (const [from, to, state, expected] of cases) {
    test(`${from} → ${to} cents, ${state}: ${expected}`, () => {
      expect(listing.needsNewSample(price(from), price(to), state)).toBe(expected);
    });
  }
});

describe("names of downloaded files", () => {
  const cases: [title: string, format: string | null, compression: string | null, string][] = [
    ["Iris flowers", "csv", null, "iris-flowers.csv"],
    ["Äpfel & Birnen", "jsonl", "gzip", "apfel-birnen.jsonl.gz"],
    ["Rain", "csv", "tar.gzip", "rain.csv.tar.gz"],
    ["Rain", "csv", "zip", "rain.csv.zip"],
    ["Digits", "zip", null, "digits.zip"],
    ["天気", "parquet", null, "dataset.parquet"],
    ["../../etc/passwd", null, null, "etc-passwd"],
    ["x".repeat(200), "csv", null, `${"x".repeat(80)}.csv`],
  ];
  for (const [title, format, compression, expected] of cases) {
    test(`${title.slice(0, 20)} → ${expected.slice(-20)}`, () => {
      expect(catalogue.downloadName({ title, format, compression })).toBe(expected);
    });
  }
});
