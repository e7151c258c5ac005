import { findOwnSide } from "../../../db/queries/messages/owner-threads.ts";
import type { OperatorActor, OwnerActor } from "../../../db/vocabulary/actor.ts";
import { actOnSite } from "../../../market/account/built-in/act-on-site.ts";
import { getDataset } from "../../../market/catalogue/read.ts";
import type { DatasetDetail } from "../../../market/catalogue/schemas.ts";
import type { Context } from "../../../market/context.ts";
import { MarketError } from "../../../market/errors.ts";
import { contactSeller } from "../../../market/message/contact-seller.ts";
import type { CorrespondentActor } from "../../../market/message/correspondent.ts";
import { getThread } from "../../../market/message/get-thread.ts";
import { listOwnerThreads } from "../../../market/message/read.ts";
import { replyInThread } from "../../../market/message/reply-in-thread.ts";
import {
  type MessageView,
  messageBody,
  type SentMessageView,
  type ThreadView,
} from "../../../market/message/schemas.ts";
import { parseForm } from "../../kit/form.ts";
import { type PageOf, type PageWanted, pageOf } from "../../kit/paging.ts";

/** Matches no key. Reading with it marks nothing as read, like a key that may not write. */
const NO_KEY_ID = "00000000-0000-0000-0000-000000000000";

export type AskedDataset = Pick<DatasetDetail, "id" | "title" | "seller">;

export type ThreadShown = {
  thread: ThreadView;
  /** Newest first. */
  messages: PageOf<MessageView>;
};

export function messageUseCases(ctx: Context) {
  return {
    /** Threads as a buyer and of the account's seller agents, latest message first. */
    listThreads: async (owner: OwnerActor, page: PageWanted) =>
      pageOf(await listOwnerThreads(ctx, owner, page)),
    /** Marks the shown messages as read. */
    getThread: async (
      owner: OwnerActor,
      threadId: string,
      page: PageWanted,
    ): Promise<ThreadShown> => {
      const agent = await findAgentIn(ctx, owner, threadId);
      const reader = agent ?? (await readerOf(ctx, owner));
      const { thread, items, pagination } = await getThread(ctx, reader, threadId, page);
      return { thread, messages: { items, total: pagination.total } };
    },
    reply: async (
      owner: OwnerActor,
      threadId: string,
      message: string,
    ): Promise<SentMessageView> => {
      const agent = await findAgentIn(ctx, owner, threadId);
      const writer = agent ?? (await actOnSite(ctx, owner));
      return replyInThread(ctx, writer, threadId, parseForm(messageBody, { message }));
    },
    /** The dataset that the question is about. Errors: dataset_not_found. */
    getAskedDataset: async (datasetId: string): Promise<AskedDataset> =>
      (await getDataset(ctx, datasetId)).dataset,
    contactSeller: async (
      owner: OwnerActor,
      datasetId: string,
      message: string,
    ): Promise<SentMessageView> => {
      const given = parseForm(messageBody, { message });
      return contactSeller(ctx, await actOnSite(ctx, owner), datasetId, given);
    },
  };
}

/** The account's own agent in this thread; null if the account is its buyer. */
async function findAgentIn(
  ctx: Context,
  owner: OwnerActor,
  threadId: string,
): Promise<CorrespondentActor | null> {
  const side = await findOwnSide(ctx.db, owner.accountId, threadId);
  if (side === null) throw new MarketError("thread_not_found", "You have no such conversation.");
  if (side.side === "buyer") return null;
  // Whether the agent may sell, and so write, is checked against its row when it writes.
  return { kind: "agent", agentId: side.agentId, verified: true };
}

/** A suspended person reads, too. */
async function readerOf(ctx: Context, owner: OwnerActor): Promise<OperatorActor> {
  try {
    return await actOnSite(ctx, owner);
  } catch (error) {
    if (!(error instanceof MarketError) || error.code !== "account_suspended") throw error;
    return { kind: "operator", accountId: owner.accountId, apiKeyId: NO_KEY_ID };
  }
}
