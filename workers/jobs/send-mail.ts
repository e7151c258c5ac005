/** The mail job: sends the mail of a queued message once. */
import type { SystemActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../../market/context.ts";
import { isMailJobOver, noteMailTry } from "../../market/mail/note-mail-try.ts";
import { type SendMailResult, sendMail } from "../../market/mail/send-mail.ts";
import { mailPayload } from "../../market/mail/templates.ts";
import type { Mailer } from "../../platform/mail/port.ts";
import { defineJob, type Job, type JobOutcome, type JobRun } from "../consume.ts";
import { backoffSeconds } from "../role.ts";

const actor: SystemActor = { kind: "system", name: "mail-worker" };
/** Attempts end on their own: when the approval expires, or when the notice is too old. */
const retryPause = { baseSeconds: 2, capSeconds: 600 };

export function createMailJob({ ctx, mailer }: { ctx: Context; mailer: Mailer }): Job {
  const send = defineJob<"jobs.mail">(mailPayload, async (payload, run) =>
    outcomeOf(await sendMail(ctx, mailer, actor, payload), run),
  );
  return async (payload, run) => {
    if (run.jobId !== null && (await isMailJobOver(ctx, run.jobId))) {
      return { kind: "done", detail: "the mail's job has ended before" };
    }
    const outcome = await send(payload, run);
    const isEnded = outcome.kind !== "retry";
    if (run.jobId !== null) await noteMailTry(ctx, run.jobId, { isEnded });
    return outcome;
  };
}

function outcomeOf(result: SendMailResult, run: JobRun): JobOutcome {
  switch (result.kind) {
    case "not_owed":
      return { kind: "done", detail: "the mail is not due any more" };
    case "sent":
      return { kind: "done", detail: "sent" };
    case "refused":
      run.log.error({ code: result.code, detail: result.detail }, "a mail was refused for good");
      return { kind: "done", detail: `refused for good: ${result.code}` };
    case "failed":
      return {
        kind: "retry",
        delaySeconds: backoffSeconds(run.deliveries, retryPause),
        detail: `not sent: ${result.code}: ${result.detail}`,
      };
  }
}
