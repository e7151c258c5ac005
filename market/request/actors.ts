/** Locks and checks the parties of a data request. */
import type { Database } from "../../db/client.ts";
import type { AgentRow } from "../../db/queries/agents/agents.ts";
import { lockAgent } from "../../db/queries/agents/agents.ts";
import { lockBounty, readDeliveries } from "../../db/queries/bounties/bounties.ts";
import {
  type DataRequestRow,
  isPosterSuspended,
  lockDataRequest,
} from "../../db/queries/requests/data-requests.ts";
import { lockOpenAccount } from "../account/open-account.ts";
import { requireSeller } from "../agent/rules.ts";
import { endBounty } from "../bounty/end-bounty.ts";
import { BOUNTY_DELIVERIES_READ_MAX } from "../bounty/limits.ts";
import { bountyStatus, heldRefusal, liveDeliveries } from "../bounty/rules.ts";
import { MarketError } from "../errors.ts";
import type { Refusal } from "../refusal.ts";

/** Locks the poster's account, so that its limits are counted one request at a time. */
export async function lockPoster(tx: Database, accountId: string): Promise<void> {
  await lockOpenAccount(tx, accountId);
}

/** Locks the answering agent, after waiting for a concurrent revocation or suspension. */
export async function lockAnswerer(tx: Database, agentId: string): Promise<AgentRow> {
  const agent = await lockAgent(tx, agentId);
  requireSeller(agent);
  if (agent === null) throw new Error(`agent ${agentId} is gone`);
  return agent;
}

const notFound = () =>
  new MarketError("data_request_not_found", "You have no data request with this id.");

/** Locks one of the account's own requests. Errors: data_request_not_found. */
export async function lockOwnDataRequest(
  tx: Database,
  key: { requestId: string; accountId: string },
): Promise<DataRequestRow> {
  const request = await lockDataRequest(tx, key.requestId);
  if (request === null || request.accountId !== key.accountId) throw notFound();
  return request;
}

/** Locks a public request. Errors: data_request_not_found. */
export async function lockPublicDataRequest(
  tx: Database,
  requestId: string,
): Promise<DataRequestRow> {
  const request = await lockDataRequest(tx, requestId);
  if (request === null || request.state === "removed") throw notFound();
  if (await isPosterSuspended(tx, request.accountId)) throw notFound();
  return request;
}

/** Why a locked request's bounty keeps its poster from this; null if it does not. */
export async function bountyRefusal(
  tx: Database,
  requestId: string,
  act: Parameters<typeof heldRefusal>[1],
): Promise<Refusal | null> {
  const held = await lockBounty(tx, requestId);
  if (held === null) return null;
  const deliveries = await readDeliveries(tx, requestId, BOUNTY_DELIVERIES_READ_MAX);
  const live = deliveries.filter(({ state }) => liveDeliveries.some((one) => one === state));
  const status = bountyStatus(held.purse.state, held.bounty.endedAt !== null);
  return heldRefusal({ status, live: live.length }, act);
}

/** Ends the bounty of a locked request, if it has one that is live. */
export async function endBountyOf(
  tx: Database,
  request: DataRequestRow,
  ending: Parameters<typeof endBounty>[3],
): Promise<void> {
  const held = await lockBounty(tx, request.id);
  if (held !== null) await endBounty(tx, held, request, ending);
}
