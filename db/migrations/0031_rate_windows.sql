-- Unlogged: counting calls writes no log, and a crash of the database forgets a minute of them.
CREATE UNLOGGED TABLE "rate_windows" (
	"key" text PRIMARY KEY NOT NULL,
	"spent" integer NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "rate_windows_ends_at" ON "rate_windows" USING btree ("ends_at");