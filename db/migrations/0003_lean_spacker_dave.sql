DELETE FROM "join_hashes";--> statement-breakpoint
DELETE FROM "join_columns";--> statement-breakpoint
ALTER TABLE "join_columns" ADD COLUMN "value_count" bigint NOT NULL;--> statement-breakpoint
ALTER TABLE "join_columns" ADD COLUMN "are_numbers" boolean NOT NULL;--> statement-breakpoint
ALTER TABLE "join_columns" ADD COLUMN "chars_max" integer NOT NULL;