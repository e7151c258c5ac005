/** The rules, by table: pure, so every case is one line. */
import { describe, expect, test } from "bun:test";
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
    ["mail@example", false],
    ["a/b", false],
    ["<b>", false],
    ["tick ✓", false],
  ];
  test.each(names)("%s: taken is %p", (name, isTaken) => {
    expect(agent.agentNameFault(name) === null).toBe(isTaken);
  });
});

describe("who may have a token", () => {
  const repeat = {
    isNew: false,
    state: "pending" as agent.AgentState,
    registeredAt: minutesAgo(5),
    registeredFromHash: "here",
    callerAddressHash: "here",
    callerHoldsToken: false,
    now,
  };
  const cases: [name: string, change: Partial<typeof repeat>, expected: boolean][] = [
    ["a new agent", { isNew: true, callerAddressHash: "there" }, true],
    ["a repeat from the same address within ten minutes", {}, true],
    ["a repeat at ten minutes sharp", { registeredAt: minutesAgo(10) }, true],
    ["a repeat after eleven minutes", { registeredAt: minutesAgo(11) }, false],
    ["a repeat from another address", { callerAddressHash: "there" }, false],
    ["a repeat of a verified agent", { state: "verified" }, false],
    ["who holds the token, verified or not", { state: "verified", callerHoldsToken: true }, true],
  ];
  for (const [name, change, expected] of cases) {
    test(`${name}: ${expected}`, () => {
      expect(agent.mayHaveToken({ ...repeat, ...change })).toBe(expected);
    });
  }
});

describe("approval mails", () => {
  const cases: [agent.AgentState, Date | null, boolean][] = [
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
  const cases: [agent.AgentState, "approve" | "reject", string][] = [
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
  ];
  for (const [email, emailVerified, expected] of owners) {
    test(`${email} (${emailVerified ? "" : "not "}verified) owns ada's agent: ${expected}`, () => {
      const owner = { email, emailVerified };
      expect(agent.ownsAgent(owner, { ownerEmail: "ada@example.com" })).toBe(expected);
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

describe("what stands between a draft and the catalogue", () => {
  const ready = { title: "t", description: "d", upload: { state: "generated" as const } };
  const cases: [Partial<Parameters<typeof listing.publishBlockers>[0]>, string[]][] = [
    [{}, []],
    [{ upload: { state: "no_sample" } }, []],
    [{ upload: { state: "attached" } }, ["sample_job_running"]],
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
  const cases: [listing.UploadState, isCurrent: boolean, string][] = [
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

  test("a version is opened once, and only of what is on sale or was taken off by its file", () => {
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
  const price = (priceCents: number) => ({ priceCents, pricingType: "buy_it_now" });
  const cases: [from: number, to: number, listing.UploadState | null, boolean][] = [
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

describe("sorts and cursors", () => {
  test("relevance with words, else newest; the minus reverses", () => {
    expect(catalogue.chooseSort({ query: "x" })).toEqual({ by: "relevance", reversed: false });
    expect(catalogue.chooseSort({})).toEqual({ by: "newest", reversed: false });
    expect(catalogue.chooseSort({ sort: "-price" })).toEqual({ by: "price", reversed: true });
  });

  test("a cursor comes back as it was, and nothing else is taken for one", () => {
    const cursor = { sort: "price", value: "1999", id: "0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b" };
    expect(catalogue.decodeCursor(catalogue.encodeCursor(cursor), "price")).toEqual(cursor);
    for (const bad of ["", "x", "W10", catalogue.encodeCursor({ ...cursor, value: "1; drop" })]) {
      expect(() => catalogue.decodeCursor(bad, "price")).toThrow("not a cursor");
    }
    expect(() => catalogue.decodeCursor(catalogue.encodeCursor(cursor), "newest")).toThrow();
  });

  test("quotes and a minus are meant as they are", () => {
    const words = ["penguns", '"closing prices"', "weather -rain", "co-operate"];
    expect(words.map(catalogue.mayBeMisspelt)).toEqual([true, false, false, true]);
  });
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

describe("parts of a file whose size was announced", () => {
  const mebibyte = 1024 ** 2;
  const cases: [byteSize: number, parts: number, isPossible: boolean][] = [
    [1, 1, true],
    [1, 2, false],
    [10 * mebibyte, 2, true],
    [10 * mebibyte - 1, 2, false],
    [10 * mebibyte, 3, false],
    [11 * mebibyte + 1, 2, true],
    [5 * 1024 * mebibyte, 1, true],
    [5 * 1024 * mebibyte + 1, 1, false],
    [20 * 1024 * mebibyte, 3, false],
    [20 * 1024 * mebibyte, 4, true],
    [20 * 1024 * mebibyte, 1000, true],
  ];
  test.each(cases)("%d bytes in %d parts: possible is %p", (byteSize, parts, isPossible) => {
    expect(listing.partsFault({ byte_size: byteSize, parts }) === null).toBe(isPossible);
    if (!isPossible) return;
    const sizes = listing.partSizes(byteSize, parts);
    expect(sizes.length).toBe(parts);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(byteSize);
    expect(Math.min(...sizes)).toBeGreaterThan(0);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(5 * 1024 * mebibyte);
    if (parts > 1) expect(Math.min(...sizes.slice(0, -1))).toBeGreaterThanOrEqual(5 * mebibyte);
  });
});
