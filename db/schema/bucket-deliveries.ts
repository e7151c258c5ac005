/** Buyers' buckets, and the purchases that are pushed there. */
import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import type { BucketDeliveryState } from "../vocabulary/bucket-delivery.ts";
import { accounts } from "./accounts.ts";
import { instant, primaryId } from "./columns.ts";
import { purchases } from "./purchases.ts";

export const deliveryTargets = pgTable(
  "delivery_targets",
  {
    id: primaryId(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id),
    bucket: text().notNull(),
    /** Empty: AWS. */
    endpoint: text().notNull(),
    region: text().notNull(),
    /** Empty, or ends in a slash. */
    prefix: text().notNull(),
    /** The public half of the credentials. */
    accessKeyId: text().notNull(),
    /** The whole credentials as JSON, encrypted. */
    credentials: text().notNull(),
    createdAt: instant().notNull(),
    /** When a test object was last written and read back. */
    checkedAt: instant().notNull(),
  },
  (table) => [
    unique("delivery_targets_place").on(
      table.accountId,
      table.bucket,
      table.endpoint,
      table.prefix,
    ),
  ],
);

export const bucketDeliveries = pgTable(
  "bucket_deliveries",
  {
    id: primaryId(),
    targetId: uuid()
      .notNull()
      .references(() => deliveryTargets.id, { onDelete: "cascade" }),
    purchaseId: uuid()
      .notNull()
      .references(() => purchases.id),
    state: text().$type<BucketDeliveryState>().notNull().default("waiting"),
    /** When a worker takes it next: its pause, or the lease of the worker that runs it. */
    dueAt: instant(),
    /** Number of times that a worker took it: a worker that was overtaken sees another number. */
    claims: integer().notNull().default(0),
    /** Failures since bytes last arrived. */
    failures: integer().notNull().default(0),
    /** The file that is being sent: its place in the folder, and its upload in the bucket. */
    position: integer().notNull().default(0),
    uploadId: text(),
    bytesDone: bigint({ mode: "number" }).notNull().default(0),
    bytesTotal: bigint({ mode: "number" }),
    errorCode: text(),
    errorDetail: text(),
    createdAt: instant().notNull(),
    endedAt: instant(),
  },
  (table) => [
    unique("bucket_deliveries_target_purchase").on(table.targetId, table.purchaseId),
    index("bucket_deliveries_target").on(table.targetId, table.id),
    index("bucket_deliveries_purchase").on(table.purchaseId),
    index("bucket_deliveries_failed").on(table.endedAt).where(sql`state = 'failed'`),
    index("bucket_deliveries_due").on(table.dueAt).where(sql`due_at is not null`),
    check(
      "bucket_deliveries_state",
      sql`${table.state} in ('waiting', 'running', 'delivered', 'failed')`,
    ),
    check(
      "bucket_deliveries_ended",
      sql`(${table.state} in ('waiting', 'running')) = (${table.endedAt} is null)`,
    ),
  ],
);
