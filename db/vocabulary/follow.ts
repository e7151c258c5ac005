/** Whether the account's person gets a daily mail about what is followed. */
export const followMails = ["none", "daily"] as const;
export type FollowMail = (typeof followMails)[number];

/** The kinds of news that followers of a dataset get. */
export type FollowNewsKind = "published" | "price_lowered";

/** A seller agent or a listing; ids of both are unique. */
export type FollowTarget = { kind: "seller" | "dataset"; id: string };
