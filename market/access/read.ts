import {
  type AccessDetail,
  type AccessOf,
  findAccess,
  findLatestAccess,
  pageAccess,
} from "../../db/queries/access/access.ts";
import type { AgentActor, OperatorActor, OwnerActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { idShape } from "../list-cursor.ts";
import { readPage } from "../pagination.ts";
import { viewAccess } from "./access-view.ts";
import type { AccessQuery, AccessView } from "./schemas.ts";

/** The operator's own, or those for the datasets of the agent or the owner's agents; newest first. */
export async function listAccessRequests(
  ctx: Context,
  actor: OperatorActor | AgentActor | OwnerActor,
  { status, ...page }: AccessQuery,
) {
  const of = partOf(actor);
  const list = {
    name: `access requests ${status ?? ""}`,
    shape: idShape,
    keyOf: ({ request }: AccessDetail) => request.id,
  };
  const { rows, pagination } = await readPage(page, list, (slice) =>
    pageAccess(ctx.db, of, status, slice),
  );
  const side = of.side === "buyer" ? "buyer" : "seller";
  return { items: rows.map((row) => viewAccess(row, side)), pagination };
}

function partOf(actor: OperatorActor | AgentActor | OwnerActor): AccessOf {
  if (actor.kind === "operator") return { side: "buyer", accountId: actor.accountId };
  if (actor.kind === "agent") return { side: "seller", agentId: actor.agentId };
  return { side: "agents", accountId: actor.accountId };
}

/** The person's latest request for a dataset; null: there is none. */
export async function findOwnAccess(
  ctx: Context,
  { accountId }: OwnerActor,
  listingId: string,
): Promise<AccessView | null> {
  const latest = await findLatestAccess(ctx.db, { listingId, accountId });
  const found = latest === null ? null : await findAccess(ctx.db, latest.id);
  return found === null ? null : viewAccess(found, "buyer");
}
