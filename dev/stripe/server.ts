/**
 * The process of the payment stand-in: Stripe's HTTP API and its hosted pages, only on loopback
 * unless STAND_IN_HOST is set, which containers need.
 */
import { join } from "node:path";
import { z } from "zod";
import { listen } from "./http/http.ts";
import { openStandIn } from "./stand-in.ts";

const settings = z
  .object({
    STAND_IN_HOST: z.string().default("127.0.0.1"),
    PAYMENTS_PORT: z.coerce.number().int(),
    PAYMENTS_DATA_DIR: z.string().min(1),
    PAYMENTS_SECRET_KEY: z.string().min(1),
    PAYMENTS_WEBHOOK_SECRET: z.string().min(1),
    /** Empty if no endpoint is configured. */
    PAYMENTS_WEBHOOK_URL: z.string(),
  })
  .parse(process.env);

const baseUrl = `http://127.0.0.1:${settings.PAYMENTS_PORT}`;
const standIn = openStandIn({
  file: join(settings.PAYMENTS_DATA_DIR, "payments.sqlite"),
  baseUrl,
  secretKey: settings.PAYMENTS_SECRET_KEY,
  webhookSecret: settings.PAYMENTS_WEBHOOK_SECRET,
  webhookUrl: settings.PAYMENTS_WEBHOOK_URL,
});

listen(settings.PAYMENTS_PORT, settings.STAND_IN_HOST, standIn.handle);
standIn.wake();
console.log(`The payment stand-in is up at ${baseUrl}`);
process.once("SIGTERM", () => process.exit(0));
