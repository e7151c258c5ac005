/** Exports all of a person's data as one JSON document, streamed while it is read. */
import { lockAccount, updateAccount } from "../../db/queries/accounts/accounts.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import { readExportPage } from "../../db/queries/leaving/export.ts";
import {
  type ExportSection,
  exportSectionNames,
} from "../../db/queries/leaving/export-sections.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import { yieldToOthers } from "../../platform/yield-to-others.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { readAddress } from "../webhook/stored-address.ts";
import { ACCOUNT_EXPORT_PAGE_ROWS_MAX } from "./limits.ts";
import { exportWaitSeconds } from "./rules.ts";

/** The format that docs/leaving.md describes. */
const EXPORT_FORMAT = "dataset-marketplace-account/1";

/**
 * Records the export and starts to read the data. Chunks are produced on demand, so only one page
 * of one section is in memory. The last chunk closes the document; without it, the document is
 * incomplete. Suspended accounts may export too. Errors: account_closed, rate_limited.
 */
export async function exportAccount(
  ctx: Context,
  owner: OwnerActor,
): Promise<AsyncGenerator<string>> {
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const account = await lockAccount(tx, owner.accountId);
    if (account === null || account.closedAt !== null) {
      throw new MarketError("account_closed", "Sign in again.");
    }
    const retryAfterSeconds = exportWaitSeconds(account.exportedAt, now);
    if (retryAfterSeconds !== null) {
      const detail = "Your data was downloaded a short while ago.";
      throw new MarketError("rate_limited", detail, { retryAfterSeconds });
    }
    await updateAccount(tx, account.id, { exportedAt: now });
    const subject = { subjectKind: "account", subjectId: account.id } as const;
    await writeAudit(tx, { actor: owner, action: "account.exported", ...subject }, now);
  });
  return writeDocument(ctx, owner.accountId, now);
}

async function* writeDocument(ctx: Context, accountId: string, now: Date): AsyncGenerator<string> {
  const head = { format: EXPORT_FORMAT, from: ctx.config.PUBLIC_BASE_URL, at: now.toISOString() };
  yield JSON.stringify(head).slice(0, -1);
  for (const section of exportSectionNames) {
    yield `,\n"${section}":[`;
    let after: string | null = null;
    let isFirst = true;
    do {
      const page = { accountId, after, limit: ACCOUNT_EXPORT_PAGE_ROWS_MAX };
      const { lines: stored, next } = await readExportPage(ctx.db, section, page);
      const open = opening[section];
      const lines = open === undefined ? stored : stored.map((line) => open(ctx, line));
      if (lines.length > 0) yield `${isFirst ? "\n" : ",\n"}${lines.join(",\n")}`;
      isFirst = false;
      after = next;
      await yieldToOthers();
    } while (after !== null);
    yield "]";
  }
  yield ',\n"complete":true}\n';
}

/** Sections with sealed values; only their lines have to be parsed. */
const opening: Partial<Record<ExportSection, (ctx: Context, line: string) => string>> = {
  webhooks(ctx, line) {
    const row = JSON.parse(line) as { id: string; url: string };
    return JSON.stringify({ ...row, url: readAddress(ctx, row).url });
  },
};
