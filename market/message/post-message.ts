/** Writes a new message, for either side. */
import type { Database } from "../../db/client.ts";
import { findListingSeller } from "../../db/queries/events/events.ts";
import { enqueueJob } from "../../db/queries/journal/journal.ts";
import { lockSide, updateSide } from "../../db/queries/messages/message-mails.ts";
import type { MessageRow, ThreadRow } from "../../db/queries/messages/thread-details.ts";
import { firstOfLastMessages, insertMessage } from "../../db/queries/messages/threads.ts";
import type { Principal } from "../../db/vocabulary/event.ts";
import type { ThreadSide } from "../../db/vocabulary/message.ts";
import { hourSeconds } from "../../platform/time.ts";
import { emitEvent } from "../event/emit-event.ts";
import type { Allowance } from "../refusal.ts";
import { MESSAGES_PER_ACCOUNT_PER_HOUR_MAX } from "./limits.ts";
import { mailDueAt, otherSide } from "./rules.ts";
import { requireAllowance, type Sender } from "./sender.ts";

const hourlyMessages: Allowance = {
  who: "An account",
  what: "messages",
  max: MESSAGES_PER_ACCOUNT_PER_HOUR_MAX,
  windowSeconds: hourSeconds,
};

type Post = { thread: ThreadRow; sender: Sender; body: string; now: Date };

/**
 * Adds a message to a locked thread, with an event for the other side and a mail to its person: at
 * once, or an hour after the last one. Errors: rate_limited.
 */
export async function postMessage(
  tx: Database,
  { thread, sender, body, now }: Post,
): Promise<MessageRow> {
  const allowance = hourlyMessages;
  await requireAllowance(tx, sender, { allowance, firstOfLast: firstOfLastMessages, now });
  const message = await insertMessage(tx, thread, { ...sender, body, now });
  const recipient = otherSide[sender.side];
  const event = {
    type: "message.received",
    to: await principalsOf(tx, thread, recipient),
    subjectId: thread.id,
    data: {
      thread_id: thread.id,
      message_id: message.id,
      dataset_id: thread.listingId,
      from: sender.side,
    },
  } as const;
  await emitEvent(tx, event, now);
  await enqueueMail(tx, message, recipient, now);
  return message;
}

async function principalsOf(
  tx: Database,
  thread: ThreadRow,
  side: ThreadSide,
): Promise<Principal[]> {
  if (side === "seller") return findListingSeller(tx, thread.listingId);
  return [{ kind: "account", id: thread.buyerAccountId }];
}

/** A pending mail covers this message, too, because its reader opens the thread. */
async function enqueueMail(
  tx: Database,
  { threadId, position }: MessageRow,
  side: ThreadSide,
  now: Date,
): Promise<void> {
  const key = { threadId, side };
  const row = await lockSide(tx, key);
  if (row === null) throw new Error(`thread ${threadId} has no side ${side}`);
  if (row.mailDueAt !== null) return;
  const dueAt = mailDueAt(row.mailedAt, now);
  const isDue = dueAt <= now;
  const mail = { mailPosition: position, mailDueAt: dueAt, mailQueuedAt: isDue ? now : null };
  await updateSide(tx, key, mail);
  if (!isDue) return;
  const payload = { template: "message", thread_id: threadId, side, position } as const;
  await enqueueJob(tx, "jobs.mail", payload, now);
}
