/** Tells the person on the other side about a message. */
import type { Database } from "../../../db/client.ts";
import {
  findMessageMail,
  findNextPosition,
  lockSide,
  type MessageMailRow,
  type SideKey,
  updateSide,
} from "../../../db/queries/messages/message-mails.ts";
import { dayMs } from "../../../platform/time.ts";
import { buyerPseudonym } from "../../agent/buyer-pseudonym.ts";
import { mailDueAt } from "../../message/rules.ts";
import { wordTemplate } from "../templates.ts";
import { knownAddress, type MailKind, type PayloadOf } from "./kind.ts";

const newsDays = 7;

type Payload = PayloadOf<"message">;
type MailedMessage = SideKey & { position: number };

const mailedMessage = ({ thread_id, side, position }: Payload): MailedMessage => ({
  threadId: thread_id,
  side,
  position,
});

export const messageMail: MailKind<Payload, MessageMailRow> = {
  auditName: "message_mail",
  audited: ["refused"],

  find: (db, payload) => findMessageMail(db, mailedMessage(payload), payload.position),

  staleness: ({ row }, now) =>
    now.getTime() - row.message.createdAt.getTime() > newsDays * dayMs ? "too_late" : null,

  to: ({ payload, row }) => knownAddress(row[payload.side]),

  compose({ payload, row }, { PUBLIC_BASE_URL: siteUrl }) {
    const { message, title, agentId, agentName, buyer } = row;
    const facts = {
      threadId: payload.thread_id,
      title,
      agentName,
      buyerName: buyerPseudonym({ buyerAccountId: buyer.accountId, sellerAgentId: agentId }),
      body: message.body,
    };
    return wordTemplate(`message_${payload.side}`, facts, siteUrl);
  },

  key: ({ payload: { thread_id, side, position } }) => `message/${thread_id}/${side}/${position}`,

  subject({ payload: { thread_id, side, position }, row }) {
    const detail = { thread_id, side, position };
    const reader = row[side];
    // An agent without an owner is audited itself.
    if (reader === null) return { subjectKind: "agent", subjectId: row.agentId, detail };
    return { subjectKind: "account", subjectId: reader.accountId, detail };
  },

  end: (tx, { payload }, { now }) => endSide(tx, mailedMessage(payload), now),
};

/** Messages that arrived meanwhile are mailed an hour later. If two jobs sent the same mail, only one writes. */
async function endSide(tx: Database, mailed: MailedMessage, now: Date): Promise<void> {
  const row = await lockSide(tx, mailed);
  if (row === null || row.mailPosition !== mailed.position) return;
  const read = Math.max(row.readPosition, mailed.position);
  const next = await findNextPosition(tx, mailed, read);
  await updateSide(tx, mailed, {
    mailedAt: now,
    mailPosition: next,
    mailDueAt: next === null ? null : mailDueAt(now, now),
    mailQueuedAt: null,
  });
}
