/** Who acts. The edge determines it once; use cases and audit rows receive it explicitly. */
export type AgentActor = {
  kind: "agent";
  agentId: string;
  verified: boolean;
  /** Its owner acts as the agent by hand on the website, which audit rows record. */
  through?: "website";
};
export type OwnerActor = {
  kind: "owner";
  accountId: string;
  /** Case-folded. */
  email: string;
  emailVerified: boolean;
};
/** An agent that acts for an operator's account with one of its API keys. */
export type OperatorActor = { kind: "operator"; accountId: string; apiKeyId: string };
/** A signed-in person whose address is in `ADMIN_EMAILS`. */
export type AdminActor = { kind: "admin"; accountId: string; email: string };
export type SystemActor = { kind: "system"; name: string };
/** An API key of the account, or its person on the website. */
export type AccountActor = OperatorActor | OwnerActor;
export type Actor = AgentActor | OwnerActor | OperatorActor | AdminActor | SystemActor;
