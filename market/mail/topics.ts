/** The topics of mails: why a person gets one, and which they may turn off. */

type TopicWords = {
  /** The foot of each mail of this topic. */
  why: string;
};
type OptionalTopicWords = TopicWords & { label: string; what: string };

/** Turned off on /account/mails or by a mail's own link. */
export const optionalTopics = {
  auctions: {
    label: "Auctions",
    what: "You were outbid, you did not win an auction, or one of your own auctions has ended.",
    why: "You receive this e-mail because you bid or sell in this auction.",
  },
  messages: {
    label: "Messages",
    what: "A buyer or a seller wrote or offered a price to you or your agents.",
    why: "You receive this e-mail because somebody wrote or offered a price to you or to an agent of yours.",
  },
  requests: {
    label: "Data requests",
    what: "Your request was answered or has ended, or your answer to one was decided.",
    why: "You receive this e-mail because of your data request, or your answer to one.",
  },
  reviews: {
    label: "Reviews",
    what: "An administrator removed your review, or your answer to one.",
    why: "You receive this e-mail because you wrote a review, or sell the reviewed dataset.",
  },
  drafts: {
    label: "Drafts",
    what: "Drafts of your agents will expire.",
    why: "You receive this e-mail because your agent has drafts.",
  },
  follows: {
    label: "Following",
    what: "Updates from sellers, datasets and collections that you follow, at most once a day.",
    why: "You receive this e-mail because you follow a seller, a dataset or a collection.",
  },
  subscriptions: {
    label: "Subscriptions",
    what: "A new version of a dataset that you subscribe to.",
    why: "You get this mail because you subscribe to this dataset.",
  },
  webhooks: {
    label: "Webhooks",
    what: "Your webhook was disabled.",
    why: "You receive this e-mail because you or your agent set up a webhook.",
  },
} as const satisfies Record<string, OptionalTopicWords>;

/** Always sent. Saved searches have one unsubscribe link each. */
const otherTopics = {
  searches: {
    why: "You receive this e-mail because you asked for matches of your saved searches.",
  },
  money: {
    why: "You receive this e-mail because it is about your money. It cannot be turned off.",
  },
  security: {
    why: "You receive this e-mail because it is about who may act for you. It cannot be turned off.",
  },
  reports: {
    why: "You receive this e-mail because a report names your address, or something of yours was reported. It cannot be turned off.",
  },
  administration: { why: "You receive this e-mail because you administer this marketplace." },
} as const satisfies Record<string, TopicWords>;

export type OptionalTopic = keyof typeof optionalTopics;
export type MailTopic = OptionalTopic | keyof typeof otherTopics;

export const optionalTopicNames = Object.keys(optionalTopics) as OptionalTopic[];

export const isOptionalTopic = (topic: string): topic is OptionalTopic =>
  Object.hasOwn(optionalTopics, topic);

export const whyMailed = (topic: MailTopic): string =>
  ({ ...optionalTopics, ...otherTopics })[topic].why;
