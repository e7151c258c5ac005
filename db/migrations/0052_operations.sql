CREATE TABLE "queue_states" (
	"queue" text PRIMARY KEY NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"measured_at" timestamp (3) with time zone,
	"trouble" text,
	"waiting" integer DEFAULT 0 NOT NULL,
	"waiting_since" timestamp (3) with time zone,
	"in_flight" integer DEFAULT 0 NOT NULL,
	"redelivered" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "queue_states_counts" CHECK ("queue_states"."waiting" >= 0 and "queue_states"."in_flight" >= 0 and "queue_states"."redelivered" >= 0)
);
--> statement-breakpoint
CREATE TABLE "worker_heartbeats" (
	"id" uuid PRIMARY KEY NOT NULL,
	"roles" text[] NOT NULL,
	"host" text NOT NULL,
	"pid" integer NOT NULL,
	"version" text NOT NULL,
	"commit" text,
	"started_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"is_bus_connected" boolean NOT NULL
);
--> statement-breakpoint
CREATE INDEX "worker_heartbeats_seen_at" ON "worker_heartbeats" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "purchases_payment_pending" ON "purchases" USING btree ("created_at") WHERE state = 'payment_pending';--> statement-breakpoint
CREATE INDEX "purchases_payout_owed" ON "purchases" USING btree ("released_at") WHERE state = 'released' and transferred_at is null and chargeback is distinct from 'lost' and price_cents > fee_cents + set_off_cents;--> statement-breakpoint
CREATE INDEX "twins_failed" ON "twins" USING btree ("created_at") WHERE error_code = 'twin_failed';--> statement-breakpoint
CREATE INDEX "uploads_postponed" ON "uploads" USING btree ("attached_at") WHERE state = 'attached' and service_failures > 0;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting" ON "webhook_deliveries" USING btree ("id") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_failed" ON "webhook_deliveries" USING btree ("ended_at") WHERE state = 'failed';--> statement-breakpoint
CREATE INDEX "webhook_endpoints_failing" ON "webhook_endpoints" USING btree ("failing_since") WHERE failing_since is not null;