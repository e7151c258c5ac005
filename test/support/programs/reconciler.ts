/** Reconciles every due day in a loop, as the clock does, until it is killed. */
import { openDatabase } from "../../../db/client.ts";
import type { Context } from "../../../market/context.ts";
import { reconcileDueDays } from "../../../market/reconciliation/reconcile-due-days.ts";
import { openPayments } from "../../../platform/payments/stripe.ts";
import { silentLog } from "../log-lines.ts";

const [databaseUrl = "", providerUrl = "", secretKey = "", aheadMs = "0"] = process.argv.slice(2);
const { db } = openDatabase({ url: databaseUrl, poolMax: 2 });
const payments = openPayments({
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_API_BASE_URL: providerUrl,
  STRIPE_WEBHOOK_SECRET: ["whsec_none"],
});
const now = () => new Date(Date.now() + Number(aheadMs));
const ctx = { db, payments, now } as Context;
for (;;) await reconcileDueDays({ ctx, log: silentLog });
