/** The mail job: sends what a queued message names, once. */
import { z } from "zod";
import { sendApprovalMail } from "../../market/agent/send-approval-mail.ts";
import type { Context, SystemActor } from "../../market/context.ts";
import type { Mailer } from "../../platform/mail.ts";
import { defineJob, type Job, type JobOutcome } from "../consume.ts";
import { backoffSeconds } from "../role.ts";

const actor: SystemActor = { kind: "system", name: "mail-worker" };
const payloadSchema = z.strictObject({ template: z.literal("approval"), approval_id: z.guid() });
/** The tries end by themselves when the approval expires. */
const retryPause = { baseSeconds: 2, capSeconds: 600 };

export function createMailJob(deps: { ctx: Context; mailer: Mailer }): Job {
  return defineJob<"jobs.mail">(payloadSchema, async (payload, run): Promise<JobOutcome> => {
    const result = await sendApprovalMail(deps.ctx, deps.mailer, actor, payload.approval_id);
    switch (result.kind) {
      case "not_owed":
        return { kind: "done", detail: "the mail is not owed any more" };
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
  });
}
