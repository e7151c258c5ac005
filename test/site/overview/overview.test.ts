/** What the overview lists as needing attention, in every state, and its five groups of pages. */
import { describe, expect, test } from "bun:test";
import { lastMonths, moneyByMonth } from "../../../market/overview/rules.ts";
import {
  ATTENTION_SHOWN_MAX,
  attentionItems,
  isNearBudget,
} from "../../../site/account/overview/attention.ts";
import { accountRoutes } from "../../../site/account/routes.ts";
import { sectionAt, sectionGroups } from "../../../site/account/sections.ts";
import type { SiteContext } from "../../../site/site.ts";
import { nothingWaits, sampleAccount, sampleKeys } from "../account-samples.ts";
import { sampleId } from "../purchase-samples.ts";
import { sessionOf, startSite } from "../site.ts";
import { emptyOverview } from "./samples.ts";

const idle = {
  suspendedReason: null,
  termsDue: null,
  admin: null,
  pendingAgents: 0,
  waitingPurchases: 0,
  ...nothingWaits,
};
const owner = { kind: "owner", accountId: sampleId(1), email: "a@example.com" } as const;
const full = () => sampleAccount("Prices").account.overview({ ...owner, emailVerified: true });

describe("what needs attention", () => {
  test("is nothing for an account without data", () => {
    expect(attentionItems(emptyOverview, idle, "usd")).toEqual([]);
  });

  test("is each purchase to confirm, lost lead, question, budget and failed payout, urgent first", async () => {
    const items = attentionItems(await full(), { ...idle, waitingPurchases: 1 }, "usd");
    const titles = items.map(({ title }) => title);
    expect(titles.slice(0, 2)).toEqual([
      "1 purchase waits for your approval",
      "Buyers dispute your sales",
    ]);
    for (const title of [
      "Check the file and confirm",
      "You were outbid",
      "The seller answered you",
      "An API key has used 92% of its budget",
      "1 payout failed",
    ]) {
      expect(titles).toContain(title);
    }
    const [confirm] = items.filter(({ title }) => title.startsWith("Check"));
    expect(confirm).toMatchObject({
      href: `/account/purchases/${sampleId(1)}`,
      about: "Prices",
      note: "$249.50 in escrow. The seller is paid on 22 Nov 2026.",
    });
  });

  test("mentions a budget from nine tenths on, and none of a key that has ended", () => {
    const [key] = sampleKeys("x").filter(({ state }) => state === "active");
    if (key === undefined) throw new Error("no active key");
    const at = (spentCents: number, state = key.state) =>
      isNearBudget({ ...key, state, budgetCents: 1_000, spentCents });
    expect([at(899), at(900), at(1_200), at(900, "revoked")]).toEqual([false, true, true, false]);
    expect(isNearBudget({ ...key, budgetCents: null, spentCents: 9_000 })).toBe(false);
  });

  test("fits five lines until the person asks for all", async () => {
    const { account } = sampleAccount("Prices");
    const site = await startSite({ account });
    try {
      const { cookie } = await sessionOf("ada@example.com", site);
      const rowsOf = async (path: string) => {
        const html = await (await fetch(site.baseUrl + path, { headers: { cookie } })).text();
        const list = html.slice(html.indexOf('<ul class="todo">'));
        return list.slice(0, list.indexOf("</ul>")).split("<li").length - 1;
      };
      expect(await rowsOf("/account")).toBe(ATTENTION_SHOWN_MAX);
      expect(await rowsOf("/account?attention=all")).toBeGreaterThan(ATTENTION_SHOWN_MAX);
    } finally {
      await site.stop();
    }
  });
});

describe("the account's pages", () => {
  test("are in five groups, each address in one of them", () => {
    expect(sectionGroups.map(({ name }) => name)).toEqual([
      "Buying",
      "Selling",
      "Developers",
      "Inbox",
      "Settings",
    ]);
    const hrefs = sectionGroups.flatMap(({ sections }) => sections.map(({ href }) => href));
    expect(new Set(hrefs).size).toBe(hrefs.length);
  });

  test("belong to a section, so that the navigation shows where one is", () => {
    const lost = accountRoutes({} as SiteContext)
      .filter(({ method, leadsToForm }) => method === "get" && !leadsToForm)
      .map(({ path }) => path)
      .filter((path) => path.startsWith("/account/") && !/\*|\/(terms|datasets)/.test(path))
      .filter((path) => sectionAt(path)?.href === "/account");
    expect(lost).toEqual([]);
    expect(sectionAt("/account")?.label).toBe("Overview");
    expect(sectionAt("/account/sell/x")?.label).toBe("Listings");
    expect(sectionAt("/account/offers/x")?.label).toBe("Bids");
    expect(sectionAt("/account/access/x")?.label).toBe("Access");
    expect(sectionAt("/account/access/to/x")?.label).toBe("Purchases");
  });
});

describe("money by month", () => {
  test("has every month up to now, also across a year and without any movement", () => {
    const months = lastMonths(new Date("2026-01-31T23:59:59Z"), 3);
    expect(months).toEqual(["2025-11", "2025-12", "2026-01"]);
    const spent = { month: "2025-12", isByPerson: true, paidCents: 500, returnedCents: 0 };
    const rows = moneyByMonth(
      months,
      [spent, { ...spent, isByPerson: false, paidCents: 200, returnedCents: 50 }],
      [
        { month: "2026-01", earnedCents: 95 },
        { month: "2020-01", earnedCents: 1 },
      ],
    );
    const none = { paidByPersonCents: 0, paidByAgentsCents: 0, returnedCents: 0, earnedCents: 0 };
    expect(rows).toEqual([
      { month: "2025-11", ...none },
      {
        month: "2025-12",
        paidByPersonCents: 500,
        paidByAgentsCents: 200,
        returnedCents: 50,
        earnedCents: 0,
      },
      { month: "2026-01", ...none, earnedCents: 95 },
    ]);
  });
});
