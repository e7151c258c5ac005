CREATE TABLE "listing_ratings" (
	"listing_id" uuid PRIMARY KEY NOT NULL,
	"stars1" integer DEFAULT 0 NOT NULL,
	"stars2" integer DEFAULT 0 NOT NULL,
	"stars3" integer DEFAULT 0 NOT NULL,
	"stars4" integer DEFAULT 0 NOT NULL,
	"stars5" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "listing_ratings_not_negative" CHECK (least("listing_ratings"."stars1", "listing_ratings"."stars2", "listing_ratings"."stars3", "listing_ratings"."stars4", "listing_ratings"."stars5") >= 0)
);
--> statement-breakpoint
CREATE TABLE "review_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"review_id" uuid NOT NULL,
	"part" text NOT NULL,
	"account_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"detail" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "review_reports_part" CHECK ("review_reports"."part" in ('review', 'answer')),
	CONSTRAINT "review_reports_reason" CHECK ("review_reports"."reason" in ('spam', 'abusive', 'personal_data', 'not_about_dataset', 'other')),
	CONSTRAINT "review_reports_detail_length" CHECK (char_length("review_reports"."detail") between 1 and 500)
);
--> statement-breakpoint
CREATE TABLE "review_revisions" (
	"review_id" uuid NOT NULL,
	"part" text NOT NULL,
	"revision" integer NOT NULL,
	"stars" integer,
	"text" text,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "review_revisions_review_id_part_revision_pk" PRIMARY KEY("review_id","part","revision")
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purchase_id" uuid NOT NULL,
	"listing_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"account_id" uuid NOT NULL,
	"seller_agent_id" uuid NOT NULL,
	"state" text DEFAULT 'posted' NOT NULL,
	"is_shown" boolean DEFAULT false NOT NULL,
	"stars" integer NOT NULL,
	"text" text,
	"revision" integer DEFAULT 1 NOT NULL,
	"posted_at" timestamp (3) with time zone NOT NULL,
	"edited_at" timestamp (3) with time zone,
	"withdrawn_at" timestamp (3) with time zone,
	"removed_at" timestamp (3) with time zone,
	"removed_reason" text,
	"answer" text,
	"answer_revision" integer DEFAULT 0 NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"answer_edited_at" timestamp (3) with time zone,
	"answer_removed_at" timestamp (3) with time zone,
	"answer_removed_reason" text,
	CONSTRAINT "reviews_purchase_id" UNIQUE("purchase_id"),
	CONSTRAINT "reviews_one_per_version_and_account" UNIQUE("account_id","listing_id","version"),
	CONSTRAINT "reviews_state" CHECK ("reviews"."state" in ('posted', 'withdrawn', 'removed')),
	CONSTRAINT "reviews_stars" CHECK ("reviews"."stars" between 1 and 5),
	CONSTRAINT "reviews_text_length" CHECK (char_length("reviews"."text") between 1 and 2000),
	CONSTRAINT "reviews_answer_length" CHECK (char_length("reviews"."answer") between 1 and 2000),
	CONSTRAINT "reviews_removed_has_reason" CHECK (("reviews"."state" = 'removed') = ("reviews"."removed_at" is not null) and ("reviews"."removed_at" is null) = ("reviews"."removed_reason" is null)),
	CONSTRAINT "reviews_withdrawn_has_time" CHECK ("reviews"."state" <> 'withdrawn' or "reviews"."withdrawn_at" is not null),
	CONSTRAINT "reviews_answer_has_time" CHECK (("reviews"."answer" is null) = ("reviews"."answered_at" is null)),
	CONSTRAINT "reviews_removed_answer_has_reason" CHECK (("reviews"."answer_removed_at" is null) = ("reviews"."answer_removed_reason" is null) and ("reviews"."answer_removed_at" is null or "reviews"."answer" is not null))
);
--> statement-breakpoint
ALTER TABLE "listing_ratings" ADD CONSTRAINT "listing_ratings_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_reports" ADD CONSTRAINT "review_reports_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_reports" ADD CONSTRAINT "review_reports_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_revisions" ADD CONSTRAINT "review_revisions_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_seller_agent_id_agents_id_fk" FOREIGN KEY ("seller_agent_id") REFERENCES "public"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "review_reports_one_open_per_account" ON "review_reports" USING btree ("account_id","review_id","part") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "review_reports_open" ON "review_reports" USING btree ("review_id","created_at") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "reviews_listing" ON "reviews" USING btree ("listing_id","posted_at","id") WHERE is_shown;--> statement-breakpoint
CREATE INDEX "reviews_listing_stars" ON "reviews" USING btree ("listing_id","stars","posted_at","id") WHERE is_shown;--> statement-breakpoint
CREATE INDEX "reviews_author" ON "reviews" USING btree ("account_id","posted_at","id");--> statement-breakpoint
CREATE INDEX "reviews_seller" ON "reviews" USING btree ("seller_agent_id","posted_at","id");--> statement-breakpoint
CREATE INDEX "purchases_troubled_of_agent" ON "purchases" USING btree ("seller_agent_id","id") WHERE disputed_at is not null or chargeback is not null or refund_cause is not null;
--> statement-breakpoint
-- Whether a review is shown and counts: it is posted, its payment stands, and its author may act.
CREATE FUNCTION public.review_counts(review_state text, purchase uuid, author uuid) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT review_state = 'posted'
    AND EXISTS (SELECT FROM purchases WHERE id = purchase AND state = 'released'
      AND chargeback IS DISTINCT FROM 'open' AND chargeback IS DISTINCT FROM 'lost')
    AND EXISTS (SELECT FROM accounts WHERE id = author AND suspended_at IS NULL)
$$;
--> statement-breakpoint
-- A review is of a confirmed purchase of its author's own, whoever writes the row; what it is of never
-- changes. Another wording, and posting it again, is another revision.
CREATE FUNCTION public.guard_review() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM FROM purchases WHERE id = NEW.purchase_id AND account_id = NEW.account_id
      AND listing_id = NEW.listing_id AND version = NEW.version
      AND seller_agent_id = NEW.seller_agent_id AND seller_account_id <> NEW.account_id
      AND state = 'released' AND chargeback IS DISTINCT FROM 'open'
      AND chargeback IS DISTINCT FROM 'lost' FOR SHARE;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'review % is of no confirmed purchase of its author', NEW.id
        USING ERRCODE = 'restrict_violation';
    END IF;
    NEW.revision := 1;
    NEW.answer_revision := 0;
  ELSE
    IF (NEW.id, NEW.purchase_id, NEW.listing_id, NEW.version, NEW.account_id, NEW.seller_agent_id)
      IS DISTINCT FROM
      (OLD.id, OLD.purchase_id, OLD.listing_id, OLD.version, OLD.account_id, OLD.seller_agent_id)
    THEN
      RAISE EXCEPTION 'what review % is of never changes', OLD.id
        USING ERRCODE = 'restrict_violation';
    END IF;
    NEW.revision := OLD.revision;
    NEW.answer_revision := OLD.answer_revision;
    IF (NEW.stars, NEW.text) IS DISTINCT FROM (OLD.stars, OLD.text)
      OR (OLD.state = 'withdrawn' AND NEW.state = 'posted') THEN
      NEW.revision := OLD.revision + 1;
    END IF;
  END IF;
  IF NEW.answer IS NOT NULL AND (TG_OP = 'INSERT' OR NEW.answer IS DISTINCT FROM OLD.answer) THEN
    NEW.answer_revision := NEW.answer_revision + 1;
  END IF;
  NEW.is_shown := review_counts(NEW.state, NEW.purchase_id, NEW.account_id);
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER reviews_guard BEFORE INSERT OR UPDATE ON "reviews"
  FOR EACH ROW EXECUTE FUNCTION public.guard_review();
--> statement-breakpoint
-- Keeps every wording, counts the stars of what is shown, and tells who holds answers about the listing.
-- The row of counters is the last that a transaction about reviews waits for.
CREATE FUNCTION public.follow_review() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  before integer := 0;
  now_shown integer := CASE WHEN NEW.is_shown THEN NEW.stars ELSE 0 END;
BEGIN
  IF TG_OP = 'INSERT' OR NEW.revision > OLD.revision THEN
    INSERT INTO review_revisions (review_id, part, revision, stars, text, at) VALUES
      (NEW.id, 'review', NEW.revision, NEW.stars, NEW.text, coalesce(NEW.edited_at, NEW.posted_at));
  END IF;
  IF NEW.answer_revision > (CASE WHEN TG_OP = 'INSERT' THEN 0 ELSE OLD.answer_revision END) THEN
    INSERT INTO review_revisions (review_id, part, revision, text, at) VALUES (NEW.id, 'answer',
      NEW.answer_revision, NEW.answer, coalesce(NEW.answer_edited_at, NEW.answered_at));
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.is_shown THEN
    before := OLD.stars;
  END IF;
  IF before <> now_shown THEN
    INSERT INTO listing_ratings (listing_id) VALUES (NEW.listing_id) ON CONFLICT DO NOTHING;
    UPDATE listing_ratings SET
        stars1 = stars1 + (now_shown = 1)::integer - (before = 1)::integer,
        stars2 = stars2 + (now_shown = 2)::integer - (before = 2)::integer,
        stars3 = stars3 + (now_shown = 3)::integer - (before = 3)::integer,
        stars4 = stars4 + (now_shown = 4)::integer - (before = 4)::integer,
        stars5 = stars5 + (now_shown = 5)::integer - (before = 5)::integer
      WHERE listing_id = NEW.listing_id;
  END IF;
  PERFORM pg_notify('listing', NEW.listing_id::text);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER reviews_follow AFTER INSERT OR UPDATE ON "reviews"
  FOR EACH ROW EXECUTE FUNCTION public.follow_review();
--> statement-breakpoint
CREATE FUNCTION public.refuse_review_change() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION '% follows reviews: % refused', TG_TABLE_NAME, TG_OP
    USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
-- Deeper than 0 are the triggers of reviews.
CREATE TRIGGER listing_ratings_follow BEFORE INSERT OR UPDATE OR DELETE ON "listing_ratings"
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION public.refuse_review_change();
--> statement-breakpoint
CREATE TRIGGER review_revisions_only_grow BEFORE UPDATE OR DELETE ON "review_revisions"
  FOR EACH ROW EXECUTE FUNCTION public.refuse_review_change();
--> statement-breakpoint
CREATE TRIGGER reviews_stay BEFORE DELETE ON "reviews"
  FOR EACH ROW EXECUTE FUNCTION public.refuse_review_change();
--> statement-breakpoint
-- A review goes with its payment: while the card's bank disputes it, or has taken it back, it is not shown.
CREATE FUNCTION public.weigh_purchase_review() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE reviews SET is_shown = is_shown WHERE purchase_id = NEW.id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER purchases_weigh_review AFTER UPDATE ON "purchases"
  FOR EACH ROW WHEN (OLD.chargeback IS DISTINCT FROM NEW.chargeback)
  EXECUTE FUNCTION public.weigh_purchase_review();
--> statement-breakpoint
-- And with its author's account, listing by listing in one order: nobody waits for each other in a circle.
CREATE FUNCTION public.weigh_account_reviews() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  review uuid;
BEGIN
  FOR review IN SELECT id FROM reviews WHERE account_id = NEW.id ORDER BY listing_id, id LOOP
    UPDATE reviews SET is_shown = is_shown WHERE id = review;
  END LOOP;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER accounts_weigh_reviews AFTER UPDATE ON "accounts"
  FOR EACH ROW WHEN ((OLD.suspended_at IS NULL) <> (NEW.suspended_at IS NULL))
  EXECUTE FUNCTION public.weigh_account_reviews();
--> statement-breakpoint
-- What is done to a review concerns its author. The seller is told of its words by events: which sale a
-- review is of is nobody's business.
CREATE OR REPLACE FUNCTION public.audit_readers_of(entry audit_log) RETURNS SETOF uuid LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT CASE WHEN entry.actor_kind IN ('owner', 'operator', 'admin') THEN entry.actor_id::uuid END
    WHERE entry.actor_kind IN ('owner', 'operator', 'admin')
  UNION
  SELECT entry.subject_id WHERE entry.subject_kind = 'account'
  UNION
  SELECT account_id FROM api_keys WHERE entry.subject_kind = 'api_key' AND id = entry.subject_id
  UNION
  SELECT account_id FROM connections
    WHERE entry.subject_kind = 'connection' AND id = entry.subject_id
  UNION
  SELECT account_id FROM agents WHERE account_id IS NOT NULL
    AND id = CASE WHEN entry.actor_kind = 'agent' THEN entry.actor_id::uuid END
  UNION
  SELECT account_id FROM agents WHERE account_id IS NOT NULL
    AND entry.subject_kind = 'agent' AND id = entry.subject_id
  UNION
  SELECT account_id FROM agents WHERE account_id IS NOT NULL AND id = (
    SELECT agent_id FROM listings WHERE entry.subject_kind = 'listing' AND id = entry.subject_id)
  UNION
  SELECT account_id FROM data_requests
    WHERE entry.subject_kind = 'data_request' AND id = entry.subject_id
  UNION
  SELECT account_id FROM agents WHERE account_id IS NOT NULL AND id = (
    SELECT agent_id FROM data_request_answers WHERE entry.subject_kind = 'data_request'
      AND request_id = entry.subject_id AND id::text = entry.detail ->> 'answer_id')
  UNION
  SELECT account_id FROM purchases WHERE entry.subject_kind = 'purchase' AND id = entry.subject_id
    AND entry.action NOT IN ('purchase.transferred', 'purchase.transfer_reversed',
      'purchase.debt_set_off', 'purchase.debt_written_off', 'purchase.evidence_saved',
      'purchase.chargeback_step', 'purchase.chargeback_step_refused')
  UNION
  SELECT seller_account_id FROM purchases
    WHERE entry.subject_kind = 'purchase' AND id = entry.subject_id AND entry.at >= paid_at
      AND entry.action NOT IN ('purchase.refund_retry_asked', 'purchase.refund_paid_otherwise')
  UNION
  SELECT account_id FROM saved_searches
    WHERE entry.subject_kind = 'saved_search' AND id = entry.subject_id
  UNION
  SELECT account_id FROM reviews WHERE entry.subject_kind = 'review' AND id = entry.subject_id
$$;
