/** Who asks. The edge establishes it once; use cases and audit rows take it explicitly. */
export type AgentActor = {
  kind: "agent";
  agentId: string;
  verified: boolean;
  /** Its owner acts as it on the website, by hand: audit rows say so. */
  through?: "website";
};
export type OwnerActor = {
  kind: "owner";
  accountId: string;
  /** Case-folded. */
  email: string;
  emailVerified: boolean;
};
/** An agent that acts for an operator's account, by one of its API keys. */
export type OperatorActor = { kind: "operator"; accountId: string; apiKeyId: string };
/** A signed-in person whose address is one of `ADMIN_EMAILS`. */
export type AdminActor = { kind: "admin"; accountId: string; email: string };
export type SystemActor = { kind: "system"; name: string };
/** Who may act for an account: its API key, or the person on the website. */
export type AccountActor = OperatorActor | OwnerActor;
export type Actor = AgentActor | OwnerActor | OperatorActor | AdminActor | SystemActor;
