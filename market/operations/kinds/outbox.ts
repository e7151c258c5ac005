/** Outbox rows that the message bus has not accepted, and mails that are still being tried. */
import { enqueueJob } from "../../../db/queries/journal/journal.ts";
import {
  endOutboxRow,
  findOutboxRow,
  listUnrelayed,
  listUnsentMails,
  lockOutboxRow,
  type OutboxRow,
} from "../../../db/queries/operations/outbox.ts";
import { mailPayload } from "../../mail/templates.ts";
import { type JobKind, stuckAfterSeconds } from "../rules.ts";
import type { StuckJob } from "../schemas.ts";
import { foundOf, type KindOfJob } from "./kind.ts";

/** The number of examined mails, those without news for the longest time first. */
const lookedAtMax = 1000;

const beforeOf = (kind: JobKind, now: Date): Date =>
  new Date(now.getTime() - stuckAfterSeconds[kind] * 1000);

export const outboxRows: KindOfJob = {
  async list(db, { now, rowsMax }) {
    const createdBefore = beforeOf("outbox", now);
    const rows = await listUnrelayed(db, { createdBefore, rowsMax: rowsMax + 1 });
    return foundOf([rows.map(viewRow)], rowsMax);
  },

  async find(db, id) {
    const row = await findOutboxRow(db, id);
    return row === null ? null : viewRow(row);
  },

  async lock(tx, id) {
    const row = await lockOutboxRow(tx, id);
    return row === null ? null : viewRow(row);
  },

  async giveUp(tx, { id }, { now }) {
    await endOutboxRow(tx, id, now);
  },
};

export const mails: KindOfJob = {
  async list(db, { now, rowsMax }) {
    const createdBefore = beforeOf("mail", now);
    const look = { createdBefore, rowsMax: rowsMax + 1, lookedAtMax };
    const rows = await listUnsentMails(db, look);
    return foundOf([rows.map(viewMail)], rowsMax);
  },

  async find(db, id) {
    const row = await findOutboxRow(db, id);
    return row?.subject === "jobs.mail" ? viewMail(row) : null;
  },

  async lock(tx, id) {
    const row = await lockOutboxRow(tx, id);
    return row?.subject === "jobs.mail" ? viewMail(row) : null;
  },

  /** Sends a new message: the bus drops a repeat of the old one, or may still hold that back. */
  async retry(tx, { id }, { now }) {
    const row = await findOutboxRow(tx, id);
    if (row === null) throw new Error("a mail's row vanished under its lock");
    await endOutboxRow(tx, id, now);
    await enqueueJob(tx, "jobs.mail", mailPayload.parse(row.payload), now);
  },

  async giveUp(tx, { id }, { now }) {
    await endOutboxRow(tx, id, now);
  },
};

function viewRow(row: OutboxRow): StuckJob {
  const isWaiting = row.publishedAt === null;
  return { ...common(row), kind: "outbox", standing: isWaiting ? "waiting" : "ended" };
}

function viewMail(row: OutboxRow): StuckJob {
  const isWaiting = row.publishedAt !== null && row.settledAt === null;
  const detail = isWaiting ? "the mail service has not taken it" : null;
  return { ...common(row), kind: "mail", standing: isWaiting ? "waiting" : "ended", detail };
}

function common(row: OutboxRow) {
  return {
    id: row.id,
    label: labelOf(row),
    since: row.createdAt,
    tries: 0,
    nextTryAt: null,
    detail: null,
    hold: null,
    listingId: null,
    subject: { subjectKind: "outbox", subjectId: row.id } as const,
  };
}

/** For example `jobs.mail, purchase paid`: the kind of mail, but never its recipient. */
function labelOf({ subject: name, payload }: OutboxRow): string {
  const named = [payload.template, payload.notice].filter((part) => typeof part === "string");
  return named.length === 0 ? name : `${name}, ${named.join(" ")}`;
}
