/** Uploads that a worker fetches from an address. */
import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { ImportKind, ImportState } from "../../vocabulary/import.ts";
import { agents } from "../agents.ts";
import { instant, primaryId } from "../columns.ts";
import { listings } from "../listings.ts";

export const uploadImports = pgTable(
  "upload_imports",
  {
    /** Also the id of the upload that the worker opens. */
    id: primaryId(),
    listingId: uuid()
      .notNull()
      .references(() => listings.id),
    agentId: uuid()
      .notNull()
      .references(() => agents.id),
    kind: text().$type<ImportKind>().notNull(),
    /** Address and credentials as JSON, encrypted; emptied when nothing will fetch it again. */
    source: text().notNull(),
    /** The address without its query, which may contain a signature. */
    shownAddress: text().notNull(),
    statedSha256: text(),
    state: text().$type<ImportState>().notNull().default("waiting"),
    /** When a worker takes it next: its pause, or the lease of the worker that runs it. */
    dueAt: instant(),
    /** Number of times that a worker took it: a worker that was overtaken sees another number. */
    claims: integer().notNull().default(0),
    /** Failures since bytes last arrived. */
    failures: integer().notNull().default(0),
    /** The source's ETag: its parts are only joined with others of the same one. */
    validator: text(),
    bytesDone: bigint({ mode: "number" }).notNull().default(0),
    bytesTotal: bigint({ mode: "number" }),
    filesDone: integer().notNull().default(0),
    filesTotal: integer(),
    /** Why it failed, or why the last attempt did. */
    errorCode: text(),
    errorDetail: text(),
    createdAt: instant().notNull(),
    endedAt: instant(),
  },
  (table) => [
    index("upload_imports_listing").on(table.listingId, table.id),
    index("upload_imports_due").on(table.dueAt).where(sql`due_at is not null`),
    index("upload_imports_open").on(table.agentId).where(sql`ended_at is null`),
    index("upload_imports_ended").on(table.endedAt).where(sql`ended_at is not null`),
    check("upload_imports_kind", sql`${table.kind} in ('file', 'croissant')`),
    check(
      "upload_imports_state",
      sql`${table.state} in ('waiting', 'running', 'done', 'failed', 'cancelled')`,
    ),
    check(
      "upload_imports_ended",
      sql`(${table.state} in ('waiting', 'running')) = (${table.endedAt} is null)`,
    ),
  ],
);
