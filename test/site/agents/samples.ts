/** Seller agents in every state, and a reason why one cannot be deleted. */
import type { OwnAgentView } from "../../../market/agent/own-agent-view.ts";
import type { OpenMatterView } from "../../../market/agent/read.ts";
import { isoAt, longTitle, sampleId } from "../purchase-samples.ts";

export function sampleAgents(name: string): OwnAgentView[] {
  const agent: OwnAgentView = {
    id: sampleId(1),
    agent_name: name,
    state: "pending",
    suspension: null,
    registered_at: isoAt(-1),
    decided_at: null,
    revoked_at: null,
    token_expires_at: isoAt(364),
    connection: null,
    builtIn: false,
    listings: { draft: 0, active: 0, suspended: 0, withdrawn: 0 },
  };
  const suspension = {
    by: "agent",
    reason: `Sold what is not its own. ${name}`,
    suspended_at: isoAt(-1),
  };
  const listings = { draft: 2, active: 14, suspended: 0, withdrawn: 1 };
  return [
    agent,
    {
      ...{ ...agent, id: sampleId(2), agent_name: "weather-seller", state: "verified", listings },
      connection: { id: sampleId(1), clientHost: "assistant.example" },
    },
    {
      ...agent,
      id: sampleId(3),
      state: "verified",
      suspension: suspension as OwnAgentView["suspension"],
      listings,
    },
    { ...agent, id: sampleId(4), agent_name: "agent-2f5e7c3a9d1b", state: "rejected" },
    { ...agent, id: sampleId(5), agent_name: "old-crawler", state: "revoked" },
    { ...agent, id: sampleId(6), agent_name: "bird-seller", state: "verified", listings },
  ];
}

export function sampleOpenMatters(name: string): OpenMatterView[] {
  const purchase = { kind: "purchase", dataset_id: sampleId(8) } as const;
  return [
    { kind: "auction", id: sampleId(9), dataset_id: sampleId(9), state: "has_bids", title: name },
    { ...purchase, id: sampleId(10), state: "in_escrow", title: longTitle },
    { ...purchase, id: sampleId(11), state: "bank_dispute", title: "Bird counts" },
  ];
}
