CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"secret_hash" text NOT NULL,
	"scopes" text[] NOT NULL,
	"max_per_purchase_cents" integer,
	"budget_cents" integer,
	"budget_period" text,
	"categories" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_secret_hash" UNIQUE("secret_hash"),
	CONSTRAINT "api_keys_scopes" CHECK ("api_keys"."scopes" <@ array['purchase', 'bid', 'message', 'read'] and cardinality("api_keys"."scopes") > 0),
	CONSTRAINT "api_keys_max_per_purchase_cents" CHECK ("api_keys"."max_per_purchase_cents" > 0),
	CONSTRAINT "api_keys_budget_cents" CHECK ("api_keys"."budget_cents" > 0),
	CONSTRAINT "api_keys_budget_has_period" CHECK (("api_keys"."budget_cents" is null) = ("api_keys"."budget_period" is null)),
	CONSTRAINT "api_keys_budget_period" CHECK ("api_keys"."budget_period" in ('day', 'week', 'month', 'total'))
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purchase_id" uuid NOT NULL,
	"posting" text NOT NULL,
	"account" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_entries_once" UNIQUE("purchase_id","posting","account"),
	CONSTRAINT "ledger_entries_amount_cents" CHECK ("ledger_entries"."amount_cents" <> 0),
	CONSTRAINT "ledger_entries_posting" CHECK ("ledger_entries"."posting" in ('captured', 'released', 'transferred', 'refund_owed', 'refund_paid', 'charged_back')),
	CONSTRAINT "ledger_entries_account" CHECK ("ledger_entries"."account" in ('buyer', 'escrow', 'seller_payable', 'seller_paid', 'platform_fee', 'refund_payable'))
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"object_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_methods" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"brand" text NOT NULL,
	"last4" text NOT NULL,
	"exp_month" integer NOT NULL,
	"exp_year" integer NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "payment_setups" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"check_due_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "purchases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'payment_pending' NOT NULL,
	"account_id" uuid NOT NULL,
	"api_key_id" uuid NOT NULL,
	"listing_id" uuid NOT NULL,
	"upload_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"title" text NOT NULL,
	"seller_agent_id" uuid NOT NULL,
	"seller_account_id" uuid NOT NULL,
	"price_cents" integer NOT NULL,
	"fee_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"payment_method_id" text NOT NULL,
	"payment_intent_id" text,
	"charge_id" text,
	"failure_code" text,
	"decline_code" text,
	"failure_detail" text,
	"paid_at" timestamp (3) with time zone,
	"release_due_at" timestamp (3) with time zone,
	"released_at" timestamp (3) with time zone,
	"release_cause" text,
	"disputed_at" timestamp (3) with time zone,
	"dispute_reason" text,
	"dispute_detail" text,
	"resolved_at" timestamp (3) with time zone,
	"resolution_detail" text,
	"refunded_at" timestamp (3) with time zone,
	"refund_cause" text,
	"transfer_id" text,
	"transferred_at" timestamp (3) with time zone,
	"refund_id" text,
	"refund_paid_at" timestamp (3) with time zone,
	"settle_due_at" timestamp (3) with time zone,
	"settle_attempts" integer DEFAULT 0 NOT NULL,
	"key_generation" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "purchases_payment_intent_id" UNIQUE("payment_intent_id"),
	CONSTRAINT "purchases_transfer_id" UNIQUE("transfer_id"),
	CONSTRAINT "purchases_refund_id" UNIQUE("refund_id"),
	CONSTRAINT "purchases_state" CHECK ("purchases"."state" in ('payment_pending', 'in_escrow', 'disputed', 'released', 'refunded', 'payment_failed', 'expired')),
	CONSTRAINT "purchases_price_cents" CHECK ("purchases"."price_cents" between 1 and 99999999),
	CONSTRAINT "purchases_fee_cents" CHECK ("purchases"."fee_cents" between 0 and "purchases"."price_cents"),
	CONSTRAINT "purchases_no_self_purchase" CHECK ("purchases"."account_id" <> "purchases"."seller_account_id"),
	CONSTRAINT "purchases_paid_has_charge" CHECK ("purchases"."state" in ('payment_pending', 'payment_failed', 'expired') or ("purchases"."paid_at" is not null and "purchases"."charge_id" is not null)),
	CONSTRAINT "purchases_escrow_has_due_time" CHECK (("purchases"."state" = 'in_escrow') = ("purchases"."release_due_at" is not null)),
	CONSTRAINT "purchases_released_has_cause" CHECK (("purchases"."state" = 'released') = ("purchases"."released_at" is not null) and ("purchases"."released_at" is null) = ("purchases"."release_cause" is null)),
	CONSTRAINT "purchases_refunded_has_cause" CHECK (("purchases"."state" = 'refunded') = ("purchases"."refunded_at" is not null) and ("purchases"."refunded_at" is null) = ("purchases"."refund_cause" is null)),
	CONSTRAINT "purchases_disputed_has_reason" CHECK ("purchases"."state" <> 'disputed' or ("purchases"."disputed_at" is not null and "purchases"."dispute_reason" is not null)),
	CONSTRAINT "purchases_transfer_only_when_released" CHECK ("purchases"."transferred_at" is null or ("purchases"."state" = 'released' and "purchases"."transfer_id" is not null)),
	CONSTRAINT "purchases_refund_only_when_refunded" CHECK ("purchases"."refund_paid_at" is null or "purchases"."state" = 'refunded')
);
--> statement-breakpoint
ALTER TABLE "listings" DROP CONSTRAINT "listings_status";--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "customer_id" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "default_payment_method_id" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "payout_account_id" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "payouts_enabled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "payout_check_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "suspended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "suspended_reason" text;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "revoked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "suspended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "suspended_reason" text;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "suspended_by" text;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "suspended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "suspended_reason" text;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "suspended_by" text;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "payment_methods_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_setups" ADD CONSTRAINT "payment_setups_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_upload_id_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."uploads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_seller_agent_id_agents_id_fk" FOREIGN KEY ("seller_agent_id") REFERENCES "public"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_seller_account_id_accounts_id_fk" FOREIGN KEY ("seller_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_payment_method_id_payment_methods_id_fk" FOREIGN KEY ("payment_method_id") REFERENCES "public"."payment_methods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_account" ON "api_keys" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "payment_events_received_at" ON "payment_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "payment_methods_account" ON "payment_methods" USING btree ("account_id","added_at");--> statement-breakpoint
CREATE INDEX "payment_setups_check_due" ON "payment_setups" USING btree ("check_due_at") WHERE check_due_at is not null;--> statement-breakpoint
CREATE INDEX "purchases_account" ON "purchases" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "purchases_seller_account" ON "purchases" USING btree ("seller_account_id","id");--> statement-breakpoint
CREATE INDEX "purchases_seller_agent" ON "purchases" USING btree ("seller_agent_id");--> statement-breakpoint
CREATE INDEX "purchases_listing" ON "purchases" USING btree ("listing_id");--> statement-breakpoint
CREATE INDEX "purchases_api_key" ON "purchases" USING btree ("api_key_id","created_at");--> statement-breakpoint
CREATE INDEX "purchases_disputed" ON "purchases" USING btree ("disputed_at") WHERE state = 'disputed';--> statement-breakpoint
CREATE INDEX "purchases_settle_due" ON "purchases" USING btree ("settle_due_at") WHERE settle_due_at is not null;--> statement-breakpoint
CREATE INDEX "purchases_release_due" ON "purchases" USING btree ("release_due_at") WHERE state = 'in_escrow';--> statement-breakpoint
CREATE UNIQUE INDEX "purchases_one_live_per_buyer_and_file" ON "purchases" USING btree ("account_id","upload_id") WHERE state in ('payment_pending', 'in_escrow', 'disputed', 'released');--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_default_payment_method_id_payment_methods_id_fk" FOREIGN KEY ("default_payment_method_id") REFERENCES "public"."payment_methods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_email" ON "accounts" USING btree ("email");--> statement-breakpoint
CREATE INDEX "accounts_payout_check_due" ON "accounts" USING btree ("payout_check_due_at") WHERE payout_check_due_at is not null;--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_kind","actor_id","id");--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_customer_id" UNIQUE("customer_id");--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_payout_account_id" UNIQUE("payout_account_id");--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_payouts_need_an_account" CHECK ("accounts"."payouts_enabled_at" is null or "accounts"."payout_account_id" is not null);--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_suspended_has_reason" CHECK (("accounts"."suspended_at" is null) = ("accounts"."suspended_reason" is null));--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_suspended_has_reason" CHECK (("agents"."suspended_at" is null) = ("agents"."suspended_reason" is null) and ("agents"."suspended_at" is null) = ("agents"."suspended_by" is null));--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_suspended_has_reason" CHECK (("listings"."status" = 'suspended') = ("listings"."suspended_at" is not null) and ("listings"."suspended_at" is null) = ("listings"."suspended_reason" is null) and ("listings"."suspended_at" is null) = ("listings"."suspended_by" is null));--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_status" CHECK ("listings"."status" in ('draft', 'active', 'withdrawn', 'suspended'));