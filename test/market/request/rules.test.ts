/** The possible outcomes of requests and answers, as tables. */
import { describe, expect, test } from "bun:test";
import {
  answerStates,
  type DataRequestState,
  dataRequestStates,
} from "../../../db/vocabulary/request.ts";
import {
  ANSWERS_PER_AGENT_AND_DATA_REQUEST_MAX,
  ANSWERS_PER_DATA_REQUEST_MAX,
  DATA_REQUEST_CHANGES_PER_DAY_MAX,
  OPEN_DATA_REQUESTS_PER_ACCOUNT_MAX,
} from "../../../market/request/limits.ts";
import {
  type AnswerFacts,
  acceptRefusal,
  actRefusal,
  answerActRefusal,
  answerMailDueAt,
  answerRefusal,
  answerStatus,
  columnName,
  countChange,
  type DataRequestAct,
  dataRequestActs,
  expiryFaults,
  openRequestsRefusal,
  stateAt,
} from "../../../market/request/rules.ts";

const now = new Date("2026-11-22T12:00:00.000Z");
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);
const days = (count: number) => minutes(count * 1440);

describe("a request", () => {
  test.each<[DataRequestState, DataRequestAct[]]>([
    ["open", ["answer", "edit", "fulfil", "close", "expire", "remove"]],
    ["closed", ["reopen", "remove"]],
    ["fulfilled", ["remove"]],
    ["expired", ["remove"]],
    ["removed", []],
  ])("that is %s allows %j", (state, allowed) => {
    const request = { state, expiresAt: days(1) };
    const passing: DataRequestAct[] = dataRequestActs.filter(
      (act) => actRefusal(request, act, now) === null,
    );
    expect(passing).toEqual(allowed);
  });

  test("is over at its end, whoever records it, and never reopened", () => {
    for (const state of dataRequestStates) {
      const at = stateAt({ state, expiresAt: now }, now);
      expect([state, at]).toEqual([state, state === "open" ? "expired" : state]);
    }
    const open = { state: "open", expiresAt: now } as const;
    expect(actRefusal(open, "answer", now)?.code).toBe("data_request_not_open");
    expect(actRefusal(open, "answer", minutes(-1))).toBeNull();
    const closed = { state: "closed", expiresAt: now } as const;
    expect(actRefusal(closed, "reopen", now)?.detail).toContain("post a new one");
  });

  test.each([
    [59, ["too_early"]],
    [60, []],
    [90 * 1440, []],
    [90 * 1440 + 1, ["too_late"]],
    [-5, ["too_early"]],
  ])("that ends in %d minutes has the faults %j", (count, codes) => {
    expect(expiryFaults(minutes(count), now).map(({ code }) => code)).toEqual(codes);
  });

  test("is changed so often a day, and again when the day is over", () => {
    const full = { changesSince: now, changesCount: DATA_REQUEST_CHANGES_PER_DAY_MAX };
    expect(countChange({ changesSince: null, changesCount: 0 }, now)).toEqual({
      changes: { changesSince: now, changesCount: 1 },
      refusal: null,
    });
    const one = { changesSince: now, changesCount: DATA_REQUEST_CHANGES_PER_DAY_MAX - 1 };
    expect(countChange(one, minutes(5))).toEqual({ changes: full, refusal: null });
    const { refusal } = countChange(full, minutes(60));
    expect([refusal?.code, refusal?.retryAfterSeconds]).toEqual(["rate_limited", 23 * 3600]);
    expect(countChange(full, days(1)).changes).toEqual({ changesSince: days(1), changesCount: 1 });
  });

  test("is one of so many open ones", () => {
    expect(openRequestsRefusal(OPEN_DATA_REQUESTS_PER_ACCOUNT_MAX - 1)).toBeNull();
    expect(openRequestsRefusal(OPEN_DATA_REQUESTS_PER_ACCOUNT_MAX)?.code).toBe("limit_reached");
  });
});

describe("an answer", () => {
  const facts: AnswerFacts = {
    posterAccountId: "poster",
    sellerAccountId: "seller",
    listing: { status: "active" },
    hasAnswered: false,
    standing: ANSWERS_PER_DATA_REQUEST_MAX - 1,
    ofAgent: ANSWERS_PER_AGENT_AND_DATA_REQUEST_MAX - 1,
  };

  test.each<[Partial<AnswerFacts>, string | undefined]>([
    [{}, undefined],
    [{ sellerAccountId: "poster" }, "own_data_request"],
    [{ listing: { status: "draft" } }, "listing_not_active"],
    [{ listing: { status: "suspended" } }, "listing_not_active"],
    [{ listing: { status: "sold" } }, "listing_not_active"],
    [{ hasAnswered: true }, "data_request_already_answered"],
    [{ ofAgent: ANSWERS_PER_AGENT_AND_DATA_REQUEST_MAX }, "limit_reached"],
    [{ standing: ANSWERS_PER_DATA_REQUEST_MAX }, "limit_reached"],
  ])("of %j is refused by %p", (change, code) => {
    expect(answerRefusal({ ...facts, ...change })?.code as string | undefined).toBe(code);
  });

  test("is decided once; an administrator removes it at any time", () => {
    for (const state of answerStates) {
      const isOpen = state === "pending";
      for (const act of ["accept", "reject", "withdraw"] as const) {
        expect([state, act, answerActRefusal(state, act) === null]).toEqual([state, act, isOpen]);
      }
      const removable = answerActRefusal(state, "remove") === null;
      expect([state, removable]).toEqual([state, state !== "removed"]);
    }
  });

  test("is gone while its listing is off the catalogue, unless it was decided", () => {
    expect(answerStatus("pending", "active")).toBe("pending");
    expect(answerStatus("pending", "withdrawn")).toBe("gone");
    expect(answerStatus("pending", "suspended")).toBe("gone");
    expect(answerStatus("accepted", "sold")).toBe("accepted");
  });

  test("is accepted while it waits and its listing is on sale", () => {
    const accept = (state: "pending" | "rejected", status: "active" | "sold") =>
      acceptRefusal({ state }, { status })?.code;
    expect(accept("pending", "active")).toBeUndefined();
    expect(accept("pending", "sold")).toBe("listing_not_active");
    expect(accept("rejected", "active")).toBe("data_request_answer_decided");
  });

  test("mails its poster at once, and then once an hour", () => {
    expect(answerMailDueAt(null, now)).toEqual(now);
    expect(answerMailDueAt(minutes(-10), now)).toEqual(minutes(50));
    expect(answerMailDueAt(minutes(-90), now)).toEqual(now);
  });
});

test.each([
  ["lat:latitude", "lat"],
  ["Station Name", "station name"],
  [" Day :date", "day"],
])("the column %p is called %p", (column, name) => {
  expect(columnName(column)).toBe(name);
});
