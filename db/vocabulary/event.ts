export type EventSubjectKind =
  | "agent"
  | "collection"
  | "data_request"
  | "listing"
  | "moderation"
  | "private_offer"
  | "purchase"
  | "review"
  | "saved_search"
  | "subscription"
  | "thread"
  | "waiting_purchase"
  | "webhook";

/** The owner of a feed: an operator's or owner's account, or a seller agent. */
export type Principal = { kind: "account" | "agent"; id: string };

/** A person sees what the account and its agents keep. */
export type KeeperScope = Principal | { kind: "owner"; accountId: string };
