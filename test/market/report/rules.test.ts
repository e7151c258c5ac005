/** Who may report, and the results of decisions and appeals. */
import { describe, expect, test } from "bun:test";
import { reportedKinds } from "../../../db/vocabulary/report.ts";
import {
  OPEN_REPORTS_PER_REPORTER_MAX,
  OPEN_REPORTS_PER_SUBJECT_MAX,
} from "../../../market/report/limits.ts";
import {
  appealOutcomeRefusal,
  appealRefusal,
  deciderRefusal,
  hideParts,
  isHeldBy,
  outcomeOf,
  reportRefusal,
  seenRefusal,
  showParts,
  titleForReporter,
  wishRefusal,
} from "../../../market/report/rules.ts";

const codeOf = (refusal: { code: string } | null) => refusal?.code ?? null;

const shown = {
  kind: "dataset",
  title: "Rain",
  state: "shown",
  isHeld: false,
  accountId: "owner",
  hiddenParts: [],
} as const;
const asked = { accountId: "reader", openOfAccount: 0, openOfSubject: 0 };
const most = OPEN_REPORTS_PER_REPORTER_MAX;

test.each([
  [shown, asked, null],
  [{ ...shown, state: "suspended" }, asked, "dataset_not_found"],
  [{ ...shown, state: "gone" }, asked, "dataset_not_found"],
  [{ ...shown, kind: "seller", state: "gone" }, asked, "seller_not_found"],
  [{ ...shown, kind: "collection", state: "gone" }, asked, "collection_not_found"],
  [{ ...shown, kind: "bundle", state: "suspended" }, asked, "bundle_not_found"],
  [{ ...shown, kind: "request", state: "gone" }, asked, "data_request_not_found"],
  [{ ...shown, accountId: null }, asked, null],
  [{ ...shown, accountId: null }, { ...asked, accountId: null }, null],
  [shown, { ...asked, accountId: "owner" }, "own_words"],
  [shown, { ...asked, openOfAccount: most - 1 }, null],
  [shown, { ...asked, openOfAccount: most }, "limit_reached"],
  [shown, { ...asked, openOfSubject: OPEN_REPORTS_PER_SUBJECT_MAX - 1 }, null],
  [shown, { ...asked, openOfSubject: OPEN_REPORTS_PER_SUBJECT_MAX }, "limit_reached"],
] as const)("a report of %o by %o: %p", (subject, given, code) => {
  expect(codeOf(reportRefusal(subject, given))).toBe(code);
});

test.each([
  ["owner", "party_to_dispute"],
  ["another", null],
  [null, null],
])("an administrator decides about a thing of %p: %p", (by, code) => {
  expect(codeOf(deciderRefusal("owner", by))).toBe(code);
});

test.each([
  [shown, "Rain"],
  [{ ...shown, state: "gone" }, "Rain"],
  [{ ...shown, kind: "collection", state: "suspended" }, "Rain"],
  [{ ...shown, kind: "collection", state: "gone" }, null],
  [{ ...shown, kind: "request", state: "gone" }, null],
] as const)("a reporter of %o reads the title %p", (subject, title) => {
  expect(titleForReporter(subject)).toBe(title);
});

describe("a decision", () => {
  test.each(reportedKinds.map((kind) => [kind]))("about a %s follows its state", (kind) => {
    const parts = kind === "seller" ? (["logo"] as const) : [];
    const reached = (["shown", "suspended", "gone"] as const).map((state) => {
      const subject = { ...shown, kind, state };
      return [
        outcomeOf(subject, "dismiss"),
        codeOf(wishRefusal(subject, { wish: "dismiss", parts: [] })),
        codeOf(wishRefusal(subject, { wish: "suspend", parts })),
      ];
    });
    expect(reached).toEqual([
      ["dismissed", null, null],
      ["dismissed", null, null],
      ["gone", null, "reports_changed"],
    ]);
    expect(outcomeOf({ ...shown, kind }, "suspend")).toBe("suspended");
  });

  test("that hides nothing of a seller is refused at its field", () => {
    const subject = { ...shown, kind: "seller" } as const;
    const refusal = wishRefusal(subject, { wish: "suspend", parts: [] });
    expect(refusal).toMatchObject({ code: "invalid_request", pointer: "/parts" });
  });

  test.each([
    [1, 1, "dismiss", false, null],
    [200, 200, "suspend", false, null],
    [1, 0, "suspend", false, "reports_changed"],
    [1, 2, "dismiss", false, "reports_changed"],
    [0, 1, "suspend", false, "reports_changed"],
    [0, 0, "dismiss", false, "reports_changed"],
    [0, 0, "suspend", false, null],
    [0, 0, "suspend", true, "reports_changed"],
  ] as const)("by who has seen %d of %d reports, to %s it, held %p: %p", (...given) => {
    const [seen, open, wish, isHeld, code] = given;
    expect(codeOf(seenRefusal({ seen, open, wish, isHeld }))).toBe(code);
  });
});

describe("an appeal", () => {
  const at = new Date();
  const suspension = {
    decision: "suspended",
    parts: [],
    appealedAt: null,
    appealOutcome: null,
  } as const;
  const held = { ...shown, state: "suspended", isHeld: true } as const;
  const seller = { ...held, kind: "seller", hiddenParts: ["logo"] } as const;

  test.each([
    [suspension, held, null],
    [{ ...suspension, decision: "dismissed" }, held, "appeal_not_possible"],
    [{ ...suspension, decision: "gone" }, held, "appeal_not_possible"],
    [{ ...suspension, appealedAt: at }, held, "appeal_not_possible"],
    [suspension, shown, "appeal_not_possible"],
    [suspension, { ...held, isHeld: false }, "appeal_not_possible"],
    [suspension, { ...held, kind: "request" }, "appeal_not_possible"],
    [{ ...suspension, parts: ["logo", "text"] }, seller, null],
    [{ ...suspension, parts: ["text"] }, seller, "appeal_not_possible"],
  ] as const)("against %o of %o: %p", (decision, subject, code) => {
    expect(codeOf(appealRefusal(decision, subject))).toBe(code);
  });

  test.each([
    [suspension, "upheld", "appeal_not_possible"],
    [{ ...suspension, appealedAt: at }, "upheld", null],
    [{ ...suspension, appealedAt: at }, "rejected", null],
    [{ ...suspension, appealedAt: at, appealOutcome: "upheld" }, "upheld", "reports_changed"],
    [{ ...suspension, appealedAt: at, appealOutcome: "upheld" }, "rejected", "reports_changed"],
  ] as const)("of %o is decided %s: %p", (decision, outcome, code) => {
    expect(codeOf(appealOutcomeRefusal(decision, outcome))).toBe(code);
  });

  test.each([
    [suspension, held, true],
    [suspension, shown, false],
    [{ ...suspension, parts: ["logo"] }, seller, true],
    [{ ...suspension, parts: ["name"] }, seller, false],
  ] as const)("against %o restores %o: %p", (decision, subject, restores) => {
    expect(isHeldBy(decision, subject)).toBe(restores);
  });
});

describe("the parts of a seller", () => {
  const id = "0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b";
  const agent = { id, agentName: "Rude", hiddenName: null, hiddenParts: [] };
  const hidden = {
    ...{ agentName: "Seller 3e2f1a0b", hiddenName: "Rude" },
    hiddenParts: ["name", "logo"] as ("name" | "text" | "logo")[],
  };

  test("hide a name behind a neutral one, and keep it for the return", () => {
    expect(hideParts(agent, ["name", "logo"])).toEqual(hidden);
    expect(hideParts({ id, ...hidden }, ["name", "text"])).toEqual({
      ...hidden,
      hiddenParts: ["name", "logo", "text"],
    });
    expect(showParts({ id, ...hidden }, ["name", "logo"])).toEqual({
      ...{ agentName: "Rude", hiddenName: null, hiddenParts: [] },
    });
    expect(showParts({ id, ...hidden }, ["logo"])).toEqual({ ...hidden, hiddenParts: ["name"] });
  });

  test("leave a name that the owner has chosen since", () => {
    const renamed = { id, ...hidden, agentName: "Kind", hiddenParts: [] };
    expect(showParts(renamed, ["name", "logo"])).toMatchObject({ agentName: "Kind" });
    expect(hideParts(renamed, ["name"])).toMatchObject({ hiddenName: "Kind" });
  });
});
