import type { JobKind } from "../rules.ts";
import { deliveries } from "./delivery.ts";
import { embeddings } from "./embedding.ts";
import type { KindOfJob } from "./kind.ts";
import { mails, outboxRows } from "./outbox.ts";
import { bucketDeliveries, imports } from "./transfers.ts";
import { twinJobs } from "./twin.ts";
import { uploadJobs } from "./upload.ts";

export const kindsOfJobs: Record<JobKind, KindOfJob> = {
  upload: uploadJobs,
  outbox: outboxRows,
  mail: mails,
  twin: twinJobs,
  embedding: embeddings,
  delivery: deliveries,
  import: imports,
  bucket_delivery: bucketDeliveries,
};
