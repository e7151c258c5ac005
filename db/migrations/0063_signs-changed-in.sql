-- Every row there is counts as changed now: the default is computed once, and no row is written anew.
ALTER TABLE "listing_embedding_signs" ADD COLUMN "changed_in" "xid8" DEFAULT pg_current_xact_id() NOT NULL;--> statement-breakpoint
CREATE INDEX "listing_embedding_signs_changed" ON "listing_embedding_signs" USING btree ("model_id","changed_in");