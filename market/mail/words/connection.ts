import type { ConnectionScope } from "../../../db/vocabulary/connection.ts";
import { agentNameFault } from "../../agent/rules.ts";
import { moneyText } from "../../pricing.ts";
import { type MailWords, timeText } from "../layout.ts";

export type ConnectionMailFacts = {
  connectionId: string;
  clientName: string;
  clientHost: string;
  scopes: readonly ConnectionScope[];
  consentedAt: Date;
  expiresAt: Date | null;
  /** Null: no budget is set. */
  budget: { cents: number; period: "day" | "week" | "month" | "total" } | null;
  /** ISO 4217. */
  currency: string;
  /** The program was connected before and has asked for consent again. */
  isRenewal: boolean;
};

const allowed: Record<ConnectionScope, string> = {
  read: "see your purchases and download them",
  purchase: "buy datasets with your cards",
  bid: "bid in auctions",
  message: "write to sellers",
  sell: "sell datasets in your name",
};

const periods = { day: "a day", week: "a week", month: "a month", total: "in total" };

/** `siteUrl` has no trailing slash. */
export function connectionOpenedWords(facts: ConnectionMailFacts, siteUrl: string): MailWords {
  const { clientName, clientHost, scopes, consentedAt, expiresAt, isRenewal } = facts;
  // Mail programs would turn a name that looks like an address into a link.
  const named = agentNameFault(clientName) === null ? `"${clientName}" at ` : "A program at ";
  const was = isRenewal ? "was given new permissions" : "was connected to your account";
  const end = expiresAt === null ? "until you end it" : `until ${timeText(expiresAt)}`;
  return {
    subject: isRenewal ? "A connected program has new permissions" : "A program was connected",
    paragraphs: [
      `${named}${clientHost} ${was} on ${timeText(consentedAt)}.`,
      `It may ${scopes.map((scope) => allowed[scope]).join(", ")}, ${end}.${budgetText(facts)}`,
      "If this was not you, disconnect it now, and sign out the devices that you do not know.",
    ],
    action: {
      label: "Review the connection",
      url: `${siteUrl}/account/connections/${facts.connectionId}`,
    },
  };
}

function budgetText({ scopes, budget, currency }: ConnectionMailFacts): string {
  if (!scopes.includes("purchase") && !scopes.includes("bid")) return "";
  if (budget === null) return " It has no spending limit.";
  return ` It may spend ${moneyText(budget.cents, currency)} ${periods[budget.period]}.`;
}
