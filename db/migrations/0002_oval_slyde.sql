ALTER TABLE "join_columns" DROP COLUMN "row_count";--> statement-breakpoint
ALTER TABLE "join_columns" DROP COLUMN "min";--> statement-breakpoint
ALTER TABLE "join_columns" DROP COLUMN "max";