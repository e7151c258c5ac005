/** Shapes of what a worker transfers for somebody in several attempts, and of S3 keys. */
import { z } from "zod";
import { instantSchema, line } from "./text.ts";

export const s3KeyFields = {
  access_key_id: line(200).meta({ example: "AKIAIOSFODNN7EXAMPLE" }),
  secret_access_key: line(200),
};

export const s3PlaceFields = {
  region: line(40).default("us-east-1"),
  endpoint: line(300).optional().meta({
    description: "Of a store other than AWS, such as https://s3.example.org.",
  }),
};

export const attemptFields = (failuresMax: number) => ({
  failures: z
    .int()
    .min(0)
    .meta({
      description: `Attempts since bytes last arrived; after ${failuresMax} it has failed.`,
    }),
  next_attempt_at: instantSchema.nullable(),
  problem: z
    .object({ code: z.string(), detail: z.string() })
    .nullable()
    .meta({ description: "Why it failed, or why the last attempt did." }),
  created_at: instantSchema,
  ended_at: instantSchema.nullable(),
});

type Attempted = {
  state: string;
  failures: number;
  dueAt: Date | null;
  errorCode: string | null;
  errorDetail: string | null;
  createdAt: Date;
  endedAt: Date | null;
};

export function attemptView(row: Attempted) {
  const isPausing = row.state === "waiting" && row.failures > 0;
  return {
    failures: row.failures,
    next_attempt_at: isPausing ? (row.dueAt?.toISOString() ?? null) : null,
    problem: row.errorCode === null ? null : { code: row.errorCode, detail: row.errorDetail ?? "" },
    created_at: row.createdAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
  };
}
