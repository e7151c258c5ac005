/** Tells the administrators that ledger and payment provider differ. */
import { sumOpenFindings } from "../../../db/queries/reconciliation/findings.ts";
import { findRun, type RunRow } from "../../../db/queries/reconciliation/runs.ts";
import { dayMs } from "../../../platform/time.ts";
import { wordTemplate } from "../templates.ts";
import { type MailKind, type PayloadOf, readerMark } from "./kind.ts";

const newsDays = 7;

type Compared = {
  run: RunRow;
  endedAt: Date;
  open: number;
  differences: Record<string, number>;
};

export const reconciliationMail: MailKind<PayloadOf<"reconciliation">, Compared> = {
  auditName: "reconciliation_mail",
  audited: ["refused"],

  async find(db, { run_id: runId }) {
    const found = await findRun(db, runId);
    const endedAt = found?.run.endedAt ?? null;
    if (found === null || endedAt === null) return null;
    return { run: found.run, endedAt, ...(await sumOpenFindings(db)) };
  },

  staleness({ row: { open, endedAt } }, now) {
    if (open === 0) return "not_so";
    return now.getTime() - endedAt.getTime() > newsDays * dayMs ? "too_late" : null;
  },

  to: (_mail, { ADMIN_EMAILS }) => [...new Set(ADMIN_EMAILS)],

  compose({ row: { run, open, differences } }, { PUBLIC_BASE_URL: siteUrl }) {
    const facts = { runId: run.id, day: run.day, open, differences };
    return wordTemplate("reconciliation", facts, siteUrl);
  },

  /** A repeated comparison of a day sends another mail. */
  key({ row: { run, endedAt } }, to) {
    return `reconciliation/${run.day}/${endedAt.getTime()}/${readerMark(to)}`;
  },

  subject: ({ row: { run, endedAt } }) => ({
    subjectKind: "reconciliation",
    subjectId: run.id,
    detail: { day: run.day, ended_at: endedAt.toISOString() },
  }),
};
