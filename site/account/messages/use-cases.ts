/** Messages, as a person writes and reads them: for the account's keys, or for an own agent. */
import { findOwnSide } from "../../../db/queries/messages/owner-threads.ts";
import type { Context, OperatorActor, OwnerActor } from "../../../market/context.ts";
import { MarketError } from "../../../market/errors.ts";
import { contactSeller } from "../../../market/message/contact-seller.ts";
import type { CorrespondentActor } from "../../../market/message/correspondent.ts";
import { getThread } from "../../../market/message/get-thread.ts";
import { listOwnerThreads } from "../../../market/message/read.ts";
import { replyInThread } from "../../../market/message/reply-in-thread.ts";
import { messageBody } from "../../../market/message/schemas.ts";
import { parseForm } from "../../kit/parse-form.ts";
import type { AccountPages } from "../context.ts";
import { ownKeysWith } from "../own-keys.ts";

/** Of no key: who reads by it marks nothing as read, as a key that may not write. */
const NO_KEY_ID = "00000000-0000-0000-0000-000000000000";

export function messageUseCases(ctx: Context) {
  return {
    listThreads: async (owner, page) => {
      const { items, pagination } = await listOwnerThreads(ctx, owner, page);
      return { items, total: pagination.total };
    },
    getThread: async (owner, threadId, page) => {
      const agent = await findAgentIn(ctx, owner, threadId);
      const writer = agent ?? (await findWriter(ctx, owner));
      const reader = writer ?? operatorOf(owner, NO_KEY_ID);
      const { thread, items, pagination } = await getThread(ctx, reader, threadId, page);
      return { thread, messages: { items, total: pagination.total }, mayWrite: writer !== null };
    },
    reply: async (owner, threadId, message) => {
      const agent = await findAgentIn(ctx, owner, threadId);
      const writer = agent ?? (await requireWriter(ctx, owner));
      return replyInThread(ctx, writer, threadId, parseForm(messageBody, { message }));
    },
    mayContactSellers: async (owner) => (await findWriter(ctx, owner)) !== null,
    contactSeller: async (owner, datasetId, message) => {
      const writer = await requireWriter(ctx, owner);
      return contactSeller(ctx, writer, datasetId, parseForm(messageBody, { message }));
    },
  } satisfies Partial<AccountPages>;
}

/** The own agent whose thread it is; null where the account is its buyer. */
async function findAgentIn(
  ctx: Context,
  owner: OwnerActor,
  threadId: string,
): Promise<CorrespondentActor | null> {
  const side = await findOwnSide(ctx.db, owner.accountId, threadId);
  if (side === null) throw new MarketError("thread_not_found", "You have no such thread.");
  if (side.side === "buyer") return null;
  // Whether the agent may sell, and so write, is asked of its row when it writes.
  return { kind: "agent", agentId: side.agentId, verified: true };
}

async function findWriter(ctx: Context, owner: OwnerActor): Promise<OperatorActor | null> {
  const [key] = await ownKeysWith(ctx, owner, "message");
  return key === undefined ? null : operatorOf(owner, key.id);
}

async function requireWriter(ctx: Context, owner: OwnerActor): Promise<OperatorActor> {
  const writer = await findWriter(ctx, owner);
  if (writer !== null) return writer;
  throw new MarketError(
    "scope_missing",
    "Your account has no API key that may write messages. Create one first, then send it again.",
  );
}

function operatorOf({ accountId }: OwnerActor, apiKeyId: string): OperatorActor {
  return { kind: "operator", accountId, apiKeyId };
}
