/** Old drafts inserted as rows, the clock tasks that expire them, and the mails that are sent. */
import { and, asc, eq, sql } from "drizzle-orm";
import { v7 } from "uuid";
import { numberCommitted } from "../../../db/notices/notifier.ts";
import { auditLog, events, listings, outbox, uploads } from "../../../db/schema/index.ts";
import { expireDrafts } from "../../../market/listing/expiry/expire-drafts.ts";
import { warnOfExpiringDrafts } from "../../../market/listing/expiry/warn-of-expiring-drafts.ts";
import { sendMail } from "../../../market/mail/send-mail.ts";
import type { PurgeLimits } from "../../../market/purge-in-batches.ts";
import type { Mailer, MailResult } from "../../../platform/mail/port.ts";
import type { TestApi } from "../../support/api.ts";
import { uploadRow } from "../../support/rows.ts";

export const dayMs = 86_400_000;
const actor = { kind: "system", name: "test" } as const;

type Mail = { to: string; subject: string; text: string; key: string };

export function expiryOf(api: TestApi) {
  const later = (days: number) => new Date(Date.now() + days * dayMs);
  const on = (days: number) => ({ ...api.ctx, now: () => later(days) });
  return {
    /** The clock's tasks, run `days` from now. */
    warn: (days: number) => warnOfExpiringDrafts(on(days)),
    expire: (days: number, limits?: PurgeLimits) => expireDrafts(on(days), limits),
    /** A draft with a profiled file, last changed `days` ago, inserted as rows only. */
    async oldDraft(agentId: string, days: number, title = "Old rain"): Promise<string> {
      const [id, uploadId] = [v7(), v7()];
      const at = later(-days);
      await api.db.insert(listings).values({
        id,
        agentId,
        title,
        description: "Rain.",
        category: "other",
        tags: [],
        columnNames: [],
        pricingType: "buy_it_now",
        priceCents: 0,
        createdAt: at,
        updatedAt: at,
      });
      await api.db.insert(uploads).values(
        uploadRow({
          id: uploadId,
          listingId: id,
          state: "generated",
          storagePath: `uploads/${uploadId}`,
          issuedAt: at,
          finishedAt: at,
          byteSize: 10,
          heldBytes: 10,
          objectEtag: "etag",
          sha256: "a".repeat(64),
          samplePath: `samples/${uploadId}`,
        }),
      );
      await api.db.update(listings).set({ currentUploadId: uploadId }).where(eq(listings.id, id));
      return id;
    },
    async read(id: string) {
      const [row] = await api.db.select().from(listings).where(eq(listings.id, id));
      if (row === undefined) throw new Error(`no listing ${id}`);
      return row;
    },
    /** The types of the events about a listing, one per recipient, in order. */
    async eventsOf(id: string): Promise<string[]> {
      await numberCommitted(api.db);
      const rows = await api.db
        .select({ type: events.type })
        .from(events)
        .where(eq(events.subjectId, id))
        .orderBy(asc(events.position));
      return rows.map(({ type }) => type);
    },
    auditsOf: (id: string, action: string) =>
      api.db.$count(auditLog, and(eq(auditLog.subjectId, id), eq(auditLog.action, action))),
    mailJobsOf: (agentId: string) =>
      api.db.$count(
        outbox,
        sql`${outbox.payload}->>'template' = 'drafts_expiring' and ${outbox.payload}->>'agent_id' = ${agentId}`,
      ),
    /** Sends the agent's mail, `days` from now, as a worker would; `sent` holds the mails. */
    async mail(
      agentId: string,
      days: number,
      result: MailResult = { kind: "sent", providerId: "1" },
    ) {
      const sent: Mail[] = [];
      const mailer: Mailer = {
        async send({ to, subject, text }, { idempotencyKey: key }) {
          sent.push({ to, subject, text, key });
          return result;
        },
      };
      const payload = { template: "drafts_expiring", agent_id: agentId } as const;
      const { kind } = await sendMail(on(days), mailer, actor, payload);
      return { kind, sent };
    },
  };
}
