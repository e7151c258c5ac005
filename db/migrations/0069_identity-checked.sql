ALTER TABLE "accounts" ADD COLUMN "identity_checked_at" timestamp (3) with time zone;--> statement-breakpoint
-- The provider is asked once about each account that it pays out already.
UPDATE "accounts" SET "payout_check_due_at" = now() WHERE "payouts_enabled_at" IS NOT NULL AND "payout_check_due_at" IS NULL;
