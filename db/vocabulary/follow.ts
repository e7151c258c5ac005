/** Whether the account's person gets a daily mail about what is followed. */
export const followMails = ["none", "daily"] as const;
export type FollowMail = (typeof followMails)[number];

/** The kinds of news about a dataset that followers get. */
export type FollowNewsKind = "published" | "price_lowered" | "collected";

/** Seller agents, listings and collections; ids are unique among all. */
export const followTargets = ["seller", "dataset", "collection"] as const;
export type FollowTarget = { kind: (typeof followTargets)[number]; id: string };
