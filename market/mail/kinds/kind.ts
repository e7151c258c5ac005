/** The interface of a kind of mail, as `send-mail.ts` uses it. */
import { createHash } from "node:crypto";
import type { Database } from "../../../db/client.ts";
import type { AuditEntry } from "../../../db/queries/journal/journal.ts";
import type { Config } from "../../../platform/config.ts";
import type { MailPayload, WordedMail } from "../templates.ts";

/** The job payload of one kind. */
export type PayloadOf<Template extends MailPayload["template"]> = Extract<
  MailPayload,
  { template: Template }
>;

/** refused: permanently, by the provider. skipped: nothing to report, or no known reader. */
export type MailEnding = "sent" | "refused" | "skipped";

/** not_so: the reported fact is not or no longer true. too_late: it is too old. */
type Staleness = "not_so" | "too_late";

/** The audit log entry's subject; `detail` tells it from the subject's other mails. */
type MailSubject = Pick<AuditEntry, "subjectKind" | "subjectId"> & {
  detail: Record<string, string | number>;
};

/** A mail's job payload, and its current rows. */
export type QueuedMail<Payload, Row> = { payload: Payload; row: Row };

export type MailKind<Payload, Row> = {
  /** The audit log uses `<name>.sent`, `<name>.refused` and `<name>.skipped`. */
  auditName: string;
  /** The endings that the audit log records; always includes refusals. */
  audited: readonly ["refused", ...MailEnding[]];
  /** Null: its subject does not exist, or its own rows say that it has ended. */
  find(db: Database, payload: Payload): Promise<Row | null>;
  /** Why the mail should not be sent now; null if it should. */
  staleness(mail: QueuedMail<Payload, Row>, now: Date): Staleness | null;
  /** The readers' verified addresses; none if no reader is known. */
  to(mail: QueuedMail<Payload, Row>, config: Config): string[];
  compose(mail: QueuedMail<Payload, Row>, config: Config): WordedMail;
  /** The provider drops a repeat with the same key, so a key must never change its bytes. */
  key(mail: QueuedMail<Payload, Row>, to: string): string;
  subject(mail: QueuedMail<Payload, Row>): MailSubject;
  /** The reader's account, where it differs from the audit log's subject. */
  reader?(mail: QueuedMail<Payload, Row>): string | null;
  /** Records the ending in the mail's own rows, if it has any. */
  end?(
    tx: Database,
    mail: QueuedMail<Payload, Row>,
    at: { ending: MailEnding; now: Date },
  ): Promise<void>;
};

/** Tells several administrators' mails apart in their keys, without their addresses. */
export const readerMark = (to: string): string =>
  createHash("sha256").update(to).digest("hex").slice(0, 16);

type Person = { email: string; emailVerified: boolean };

/** The person's address, if the identity provider has verified it. */
export function knownAddress(person: Person | null): string[] {
  if (person === null || !person.emailVerified || person.email === "") return [];
  return [person.email];
}
