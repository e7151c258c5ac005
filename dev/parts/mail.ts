import { join } from "node:path";
import { answersOk } from "./identity.ts";
import { loopbackUrl, type StartedPart, startProcess, untilReady } from "./process.ts";

export type MailOptions = {
  port: number;
  /** Stores the mails, so that they survive a restart. */
  dataDir: string;
  logFile: string;
  /** The only key that the API accepts. */
  apiKey: string;
};

export type StartedMail = StartedPart & { url: string };

/**
 * Starts the mail stand-in (`mail-server.ts`). `url` is both Resend's base address and the inbox
 * page.
 */
export async function startMail(options: MailOptions): Promise<StartedMail> {
  const url = loopbackUrl(options.port);
  const child = startProcess({
    name: "mail",
    command: [process.execPath, join(import.meta.dir, "mail-server.ts")],
    env: {
      ...process.env,
      MAIL_PORT: String(options.port),
      MAIL_DATA_DIR: options.dataDir,
      MAIL_API_KEY: options.apiKey,
    },
    logFile: options.logFile,
    stopTimeoutMs: 2000,
  });
  await untilReady(child, () => answersOk(`${url}/`));
  return { url, process: child, stop: child.stop };
}
