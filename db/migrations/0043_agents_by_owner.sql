ALTER TABLE "agents" ADD COLUMN "registered_name" text;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "agents_owner_email_registered_name" ON "agents" USING btree ("owner_email",coalesce("registered_name", "agent_name"));--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_deleted_is_revoked" CHECK ("agents"."deleted_at" is null or "agents"."state" = 'revoked');