ALTER TABLE "uploads" ADD COLUMN "service_failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "retry_at" timestamp (3) with time zone;