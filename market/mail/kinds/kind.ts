/** What the one sender asks of a kind of mail. */
import { createHash } from "node:crypto";
import type { Database } from "../../../db/client.ts";
import type { AuditEntry } from "../../../db/queries/journal/journal.ts";
import type { Config } from "../../../platform/config.ts";
import type { MailPayload, WordedMail } from "../templates.ts";

/** What the job carries of one kind. */
export type PayloadOf<Template extends MailPayload["template"]> = Extract<
  MailPayload,
  { template: Template }
>;

/** refused: by the provider, for good. skipped: there was nothing to tell, or nobody to tell it. */
export type MailEnding = "sent" | "refused" | "skipped";

/** not_so: what it tells of did not happen, or is over. too_late: it happened too long ago. */
type Staleness = "not_so" | "too_late";

/** Where the audit log tells of a mail; the detail tells it from the other mails of the subject. */
type MailSubject = Pick<AuditEntry, "subjectKind" | "subjectId"> & {
  detail: Record<string, string | number>;
};

/** A mail as its kind sees it: what its job carries, and what its rows say now. */
export type OwedMail<Payload, Row> = { payload: Payload; row: Row };

export type MailKind<Payload, Row> = {
  /** Its endings are `<name>.sent`, `<name>.refused` and `<name>.skipped` in the audit log. */
  auditName: string;
  /** The endings that are written into the audit log; a refusal is in each of them. */
  audited: readonly ["refused", ...MailEnding[]];
  /** Null: it is about nothing that exists, or its own rows say that it has ended. */
  find(db: Database, payload: Payload): Promise<Row | null>;
  /** Why it is no news at this instant; null: it is. */
  staleness(mail: OwedMail<Payload, Row>, now: Date): Staleness | null;
  /** The addresses that are known to be its readers'; none: nobody is told. */
  to(mail: OwedMail<Payload, Row>, config: Config): string[];
  compose(mail: OwedMail<Payload, Row>, config: Config): WordedMail;
  /** By which the provider drops a repeat. Its bytes never change: who has the mail gets no other. */
  key(mail: OwedMail<Payload, Row>, to: string): string;
  subject(mail: OwedMail<Payload, Row>): MailSubject;
  /** The account that reads it, where it is not the one that the audit log tells of it. */
  reader?(mail: OwedMail<Payload, Row>): string | null;
  /** Writes the ending into the mail's own rows, where it has any. */
  end?(
    tx: Database,
    mail: OwedMail<Payload, Row>,
    at: { ending: MailEnding; now: Date },
  ): Promise<void>;
};

/** What tells the mails of several administrators apart in their keys, without their addresses. */
export const readerMark = (to: string): string =>
  createHash("sha256").update(to).digest("hex").slice(0, 16);

type Person = { email: string; emailVerified: boolean };

/** The address of a person, if the identity provider vouches for it. */
export function knownAddress(person: Person | null): string[] {
  if (person === null || !person.emailVerified || person.email === "") return [];
  return [person.email];
}
