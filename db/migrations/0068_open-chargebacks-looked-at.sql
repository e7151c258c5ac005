-- Disputes that stood open before each was looked at weekly, of money in escrow and of money that had left: their
-- looks are spread over a week, and begin in a day, when no process is left that would take them for the last one.
UPDATE "purchases" SET "settle_due_at" = now() + interval '1 day' + random() * interval '6 days'
  WHERE "chargeback" = 'open' AND "settle_due_at" IS NULL AND "payment_intent_id" IS NOT NULL
    AND "state" IN ('disputed', 'released', 'refunded');
