/** What mails are about: why a person gets one, and which of them the person may turn off. */

type TopicWords = {
  /** The foot of each mail about it. */
  why: string;
};
type OptionalTopicWords = TopicWords & { label: string; what: string };

/** Turned off on /account/mails or by a mail's own link. The words stand there and in the mails. */
export const optionalTopics = {
  auctions: {
    label: "Auctions",
    what: "You were outbid, an auction ended without you, or one of your own has ended.",
    why: "You get this mail because you bid or sell in this auction.",
  },
  messages: {
    label: "Messages",
    what: "A buyer or a seller wrote to you or your agents.",
    why: "You get this mail because somebody wrote to you or to an agent of yours.",
  },
  requests: {
    label: "Data requests",
    what: "Your request was answered or has ended, or an answer of yours was decided.",
    why: "You get this mail because of a data request of yours, or an answer to one.",
  },
  reviews: {
    label: "Reviews",
    what: "An administrator removed a review of yours, or an answer to one.",
    why: "You get this mail because you wrote a review, or sell what was reviewed.",
  },
  drafts: {
    label: "Drafts",
    what: "Drafts of your agents will expire.",
    why: "You get this mail because an agent of yours has drafts.",
  },
  webhooks: {
    label: "Webhooks",
    what: "A webhook of yours was disabled.",
    why: "You get this mail because you or your agent set up a webhook.",
  },
} as const satisfies Record<string, OptionalTopicWords>;

/** Always sent. Saved searches are turned off one by one, by links of their own. */
const otherTopics = {
  searches: { why: "You get this mail because you asked for what your saved searches find." },
  money: { why: "You get this mail because it is about your money. It cannot be turned off." },
  security: {
    why: "You get this mail because it is about who may act for you. It cannot be turned off.",
  },
  reports: {
    why: "You get this mail because your address stands in a report of a dataset, or you offer one that was reported. It cannot be turned off.",
  },
  administration: { why: "You get this mail because you administer this marketplace." },
} as const satisfies Record<string, TopicWords>;

export type OptionalTopic = keyof typeof optionalTopics;
export type MailTopic = OptionalTopic | keyof typeof otherTopics;

export const optionalTopicNames = Object.keys(optionalTopics) as OptionalTopic[];

export const isOptionalTopic = (topic: string): topic is OptionalTopic =>
  Object.hasOwn(optionalTopics, topic);

export const whyMailed = (topic: MailTopic): string =>
  ({ ...optionalTopics, ...otherTopics })[topic].why;
