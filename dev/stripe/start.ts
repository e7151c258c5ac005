import { join } from "node:path";
import { answersOk } from "../parts/identity.ts";
import { loopbackUrl, type StartedPart, startProcess, untilReady } from "../parts/process.ts";

export type PaymentsOptions = {
  port: number;
  /** Stores everything, so that it survives a restart and a kill. */
  dataDir: string;
  logFile: string;
  /** The only key that the API accepts, such as `sk_test_…`. */
  secretKey: string;
  /** Signs the webhooks, such as `whsec_…`. */
  webhookSecret: string;
  /** Receives all webhooks; more endpoints can be created through the API. */
  webhookUrl?: string;
};

export type StartedPayments = StartedPart & { url: string };

/**
 * Starts the payment stand-in (`server.ts`). `url` is both Stripe's base address and that of its
 * hosted pages.
 */
export async function startPayments(options: PaymentsOptions): Promise<StartedPayments> {
  const url = loopbackUrl(options.port);
  const child = startProcess({
    name: "payments",
    command: [process.execPath, join(import.meta.dir, "server.ts")],
    env: {
      ...process.env,
      PAYMENTS_PORT: String(options.port),
      PAYMENTS_DATA_DIR: options.dataDir,
      PAYMENTS_SECRET_KEY: options.secretKey,
      PAYMENTS_WEBHOOK_SECRET: options.webhookSecret,
      PAYMENTS_WEBHOOK_URL: options.webhookUrl ?? "",
    },
    logFile: options.logFile,
    stopTimeoutMs: 2000,
  });
  await untilReady(child, () => answersOk(`${url}/`));
  return { url, process: child, stop: child.stop };
}
