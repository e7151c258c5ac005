/** One row for each kind of caller. Documents, scopes, refusals, tools and tables derive from it. */
import type { ProblemCode } from "../errors.ts";

/** An operator's API key, a seller agent's token, or the owner's token or session. */
export type Credential = "key" | "agent" | "owner";

type CallerFacts = {
  /** Any one of them is enough. */
  takes: readonly Credential[];
  /** A call without a valid credential is answered too, with less. */
  isOptional?: true;
  /** A connected program's token does not replace the credential here. */
  isNeverConnected?: true;
  refuses?: readonly ProblemCode[];
  words: string;
};

const tokenRefusals: ProblemCode[] = [
  "token_missing",
  "token_invalid",
  "token_kind_wrong",
  "token_expired",
  "token_revoked",
];
/** Every operation with a credential can answer `scope_missing`: a connected program's token may lack the scope. */
const credentialRefusals: ProblemCode[] = [
  ...tokenRefusals,
  "dpop_proof_missing",
  "dpop_proof_invalid",
  "scope_missing",
  "account_suspended",
];
const sellerRefusals: ProblemCode[] = [
  ...credentialRefusals,
  "agent_not_verified",
  "agent_suspended",
];
const rows = {
  anyone: { takes: [], isOptional: true, words: "anyone" },
  anyone_or_operator: { takes: ["key"], isOptional: true, words: "anyone; a key shows more" },
  anyone_or_either: {
    takes: ["key", "agent"],
    isOptional: true,
    words: "anyone; a key or token shows more",
  },
  operator: { takes: ["key"], refuses: credentialRefusals, words: "API key" },
  agent: { takes: ["agent"], refuses: sellerRefusals, words: "agent token" },
  operator_or_agent: {
    takes: ["key", "agent"],
    refuses: sellerRefusals,
    words: "API key or agent token",
  },
  operator_or_applicant: {
    takes: ["key", "agent"],
    refuses: credentialRefusals,
    words: "API key or agent token, approved or not",
  },
  applicant: {
    takes: ["agent"],
    refuses: credentialRefusals,
    words: "agent token, approved or not",
  },
  token_holder: {
    takes: ["agent"],
    isNeverConnected: true,
    refuses: tokenRefusals,
    words: "agent token of its own",
  },
  owner: {
    takes: ["owner"],
    refuses: ["not_the_owner", "origin_not_allowed", "identity_unavailable"],
    words: "owner",
  },
} as const satisfies Record<string, CallerFacts>;

export type CallerKind = keyof typeof rows;

export const callers: Record<CallerKind, CallerFacts> = rows;
