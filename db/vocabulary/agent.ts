export const agentStates = ["pending", "verified", "rejected", "revoked"] as const;
export type AgentState = (typeof agentStates)[number];
