/** Inputs and views of the administration's pages; no REST operation returns them. */
import { z } from "zod";
import { SUSPENSION_REASON_CHARS_MAX, TITLE_CHARS_MAX } from "../limits.ts";
import { line, prose } from "../text.ts";
import { RESOLUTION_DETAIL_CHARS_MAX } from "./limits.ts";
import { disputeDecisions } from "./rules.ts";

/** The suspended party sees the reason. */
export const suspendBody = z.strictObject({ reason: prose(SUSPENSION_REASON_CHARS_MAX) });

/** release: to the seller. refund: to the buyer. Both sides get the detail by mail. */
export const resolveBody = z.strictObject({
  decision: z.enum(disputeDecisions),
  detail: prose(RESOLUTION_DETAIL_CHARS_MAX),
});

/** An id, an e-mail address, an agent's name, or words of a title. */
export const subjectQuery = z.strictObject({ q: line(TITLE_CHARS_MAX) });

export type SuspendBody = z.infer<typeof suspendBody>;
export type ResolveBody = z.infer<typeof resolveBody>;

/** `changed` is false for a repeat; the numbers count suspended or restored dependants. */
export type SuspensionResult = { changed: boolean; agents: number; listings: number };

type SuspensionView = {
  by: "listing" | "agent" | "account" | "file";
  reason: string;
  suspended_at: string;
};

export type SubjectReference = { kind: "account" | "agent"; id: string; label: string };

/** A search result that can be opened or suspended. `label`: title, agent's name or masked address. */
export type SubjectView = {
  kind: "account" | "agent" | "listing" | "purchase";
  id: string;
  label: string;
  /** The status of a listing, agent or purchase; for an account `active`, `suspended` or `closed`. */
  state: string;
  suspension: SuspensionView | null;
  /** The owner: a listing's agent, an agent's account, a purchase's buyer. */
  owner: SubjectReference | null;
  created_at: string;
};

export type DisputeSide = {
  account_id: string;
  /** `a***@example.com` */
  email: string;
  suspended: boolean;
};

export type DisputeView = {
  purchase_id: string;
  status: string;
  dataset_id: string;
  dataset_title: string;
  dataset_version: number;
  listing_status: string;
  price_cents: number;
  /** The platform's fee if the seller gets the money. */
  fee_cents: number;
  currency: string;
  bought_at: string;
  disputed_at: string | null;
  /** Then the buyer is refunded without a decision. Null once decided, or for a chargeback. */
  decide_before: string | null;
  reason: string | null;
  detail: string | null;
  resolved_at: string | null;
  resolution_detail: string | null;
  release_cause: string | null;
  refund_cause: string | null;
  buyer: DisputeSide;
  seller: DisputeSide & { agent_id: string; agent_name: string };
  /** As sold. `downloads` counts the URLs that the buyer got. */
  file: {
    sha256: string | null;
    byte_size: number | null;
    format: string | null;
    profile_error: string | null;
    downloads: number;
  };
};

export type TrailView = {
  at: string;
  actor: string;
  action: string;
  detail: Record<string, unknown>;
};
export type LedgerView = { at: string; posting: string; account: string; amount_cents: number };

/** `trail` and `ledger`: oldest first. */
export type DisputeDetailView = DisputeView & { trail: TrailView[]; ledger: LedgerView[] };
