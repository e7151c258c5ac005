ALTER TABLE "purchases" ADD COLUMN "action_asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "action_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "action_begun_at" timestamp (3) with time zone;