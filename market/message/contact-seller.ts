import type { Database } from "../../db/client.ts";
import type { ThreadRow } from "../../db/queries/messages/thread-details.ts";
import {
  type Contact,
  findContact,
  firstOfLastThreads,
  hasPurchase,
  insertThread,
  lockThreadOf,
} from "../../db/queries/messages/threads.ts";
import type { OperatorActor } from "../../db/vocabulary/actor.ts";
import { daySeconds } from "../../platform/time.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { type Allowance, throwRefusals } from "../refusal.ts";
import { THREADS_PER_ACCOUNT_PER_DAY_MAX } from "./limits.ts";
import { postMessage } from "./post-message.ts";
import { boughtStates, contactRefusal } from "./rules.ts";
import type { MessageBody, SentMessageView } from "./schemas.ts";
import { lockSender, requireAllowance, type Sender } from "./sender.ts";

const dailyThreads: Allowance = {
  who: "An account",
  what: "messages about new datasets",
  max: THREADS_PER_ACCOUNT_PER_DAY_MAX,
  windowSeconds: daySeconds,
};

/**
 * Sends an operator's message to a dataset's seller. The first message about a dataset opens their
 * thread. Errors: dataset_not_found, own_dataset, dataset_not_available, recipient_unavailable,
 * rate_limited, account_suspended.
 */
export async function contactSeller(
  ctx: Context,
  operator: OperatorActor,
  datasetId: string,
  { message: body }: MessageBody,
): Promise<SentMessageView> {
  return ctx.db.transaction(async (tx) => {
    const sender = await lockSender(tx, operator);
    const now = ctx.now();
    const thread = await openThread(tx, sender, datasetId, now);
    const message = await postMessage(tx, { thread, sender, body, now });
    return { id: message.id, thread_id: thread.id };
  });
}

/** The sender's account is locked, so two concurrent first messages open one thread. */
async function openThread(
  tx: Database,
  sender: Sender,
  listingId: string,
  now: Date,
): Promise<ThreadRow> {
  const contact = await findContact(tx, listingId);
  if (contact === null) throw new MarketError("dataset_not_found", "No dataset has this id.");
  const pair = { listingId, buyerAccountId: sender.accountId };
  const thread = await lockThreadOf(tx, pair);
  await requireContact(tx, { contact, hasThread: thread !== null, ...pair });
  if (thread !== null) return thread;
  const allowance = dailyThreads;
  await requireAllowance(tx, sender, { allowance, firstOfLast: firstOfLastThreads, now });
  return insertThread(tx, { ...pair, sellerAgentId: contact.agentId, now });
}

type ContactRequest = {
  contact: Contact;
  hasThread: boolean;
  listingId: string;
  buyerAccountId: string;
};

async function requireContact(tx: Database, wish: ContactRequest): Promise<void> {
  const { contact, hasThread, listingId, buyerAccountId } = wish;
  const states = boughtStates;
  const isBought = await hasPurchase(tx, { accountId: buyerAccountId, listingId, states });
  throwRefusals([contactRefusal({ ...contact, buyerAccountId, hasThread, isBought })]);
}
