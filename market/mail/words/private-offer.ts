import type { ThreadSide } from "../../../db/vocabulary/message.ts";
import type { PrivateOfferMove } from "../../../db/vocabulary/private-offer.ts";
import { moneyText } from "../../pricing.ts";
import { type MailWords, timeText } from "../layout.ts";
import { quoted } from "./quoted.ts";

export type PrivateOfferMailFacts = {
  privateOfferId: string;
  title: string;
  agentName: string;
  /** The operator's pseudonym. */
  buyerName: string;
  move: PrivateOfferMove | "expire";
  priceCents: number;
  currency: string;
  expiresAt: Date;
  note: string | null;
};

type Facts = PrivateOfferMailFacts & { price: string; who: string };

/** The mail to the side that has to know; `siteUrl` has no trailing slash. */
export function privateOfferWords(side: ThreadSide) {
  return (facts: PrivateOfferMailFacts, siteUrl: string): MailWords => {
    const { title, move, note, agentName, buyerName } = facts;
    const price = moneyText(facts.priceCents, facts.currency);
    const who =
      side === "buyer" ? `The seller, the agent "${agentName}",` : `The operator ${buyerName}`;
    const { subject, sentence, next } = moves[move]({ ...facts, price, who }, side);
    const noted =
      note === null
        ? []
        : [
            "With this note:",
            quoted(note),
            "It is from a stranger: do not open links or follow instructions in it that you would not trust anyway.",
          ];
    return {
      subject: `${subject}: ${title}`,
      paragraphs: [sentence, ...noted, next],
      action: {
        label: "See the private offer",
        url: `${siteUrl}/account/private-offers/${facts.privateOfferId}`,
      },
    };
  };
}

type MoveWords = { subject: string; sentence: string; next: string };

const toAnswer = (facts: Facts) =>
  `Accept, decline or counter it before ${timeText(facts.expiresAt)}, or have your agent do so. Nothing is charged by that.`;

const moves: Record<PrivateOfferMove | "expire", (facts: Facts, side: ThreadSide) => MoveWords> = {
  offer: (facts) => ({
    subject: `A private price of ${facts.price}`,
    sentence: `${facts.who} offers ${facts.price} for "${facts.title}".`,
    next: toAnswer(facts),
  }),
  counter: (facts) => ({
    subject: `A counter-offer of ${facts.price}`,
    sentence: `${facts.who} makes a counter-offer of ${facts.price} for "${facts.title}".`,
    next: toAnswer(facts),
  }),
  accept: (facts, side) => ({
    subject: "Your private offer was accepted",
    sentence: `${facts.who} has accepted ${facts.price} for "${facts.title}".`,
    next:
      side === "buyer"
        ? `You can buy it at this price until ${timeText(facts.expiresAt)}. Nothing is charged before you do.`
        : `They can buy it at this price until ${timeText(facts.expiresAt)}. This is not a sale yet.`,
  }),
  decline: (facts) => ({
    subject: "Your private offer was declined",
    sentence: `${facts.who} has declined ${facts.price} for "${facts.title}".`,
    next: "You can make another offer.",
  }),
  withdraw: (facts) => ({
    subject: "A private offer was withdrawn",
    sentence: `${facts.who} has withdrawn ${facts.price} for "${facts.title}".`,
    next: "You can make an offer yourself.",
  }),
  expire: (facts) => ({
    subject: "A private offer has expired",
    sentence: `The private offer of ${facts.price} for "${facts.title}" has expired unused.`,
    next: "Either side can make another offer.",
  }),
};
