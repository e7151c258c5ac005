/** The mail job: sends what a queued message names, once. */
import { sendPayoutMail } from "../../market/account/send-payout-mail.ts";
import { sendApprovalMail } from "../../market/agent/send-approval-mail.ts";
import { sendAuctionMail } from "../../market/auction/send-auction-mail.ts";
import type { Context, SystemActor } from "../../market/context.ts";
import { type MailPayload, mailPayload } from "../../market/mail/templates.ts";
import { sendMessageMail } from "../../market/message/send-message-mail.ts";
import { sendPurchaseMail } from "../../market/purchase/send-purchase-mail.ts";
import { sendWebhookMail } from "../../market/webhook/send-webhook-mail.ts";
import type { Mailer, MailResult } from "../../platform/mail/port.ts";
import { defineJob, type Job, type JobOutcome } from "../consume.ts";
import { backoffSeconds } from "../role.ts";

const actor: SystemActor = { kind: "system", name: "mail-worker" };
/** The tries end by themselves: when the approval expires, when the notice is no news any more. */
const retryPause = { baseSeconds: 2, capSeconds: 600 };

type Payload = MailPayload;
type Deps = { ctx: Context; mailer: Mailer };
type SendResult = { kind: "not_owed" } | MailResult;
type Senders = {
  [T in Payload["template"]]: (
    deps: Deps,
    payload: Extract<Payload, { template: T }>,
  ) => Promise<SendResult>;
};

const senders: Senders = {
  approval: ({ ctx, mailer }, payload) => sendApprovalMail(ctx, mailer, actor, payload.approval_id),
  message: ({ ctx, mailer }, { thread_id: threadId, side, position }) =>
    sendMessageMail(ctx, mailer, actor, { threadId, side, position }),
  payout_missing: ({ ctx, mailer }, payload) =>
    sendPayoutMail(ctx, mailer, actor, payload.account_id),
  purchase: ({ ctx, mailer }, { purchase_id: purchaseId, notice }) =>
    sendPurchaseMail(ctx, mailer, actor, { purchaseId, notice }),
  webhook_disabled: ({ ctx, mailer }, payload) => sendWebhookMail(ctx, mailer, payload.webhook_id),
  auction: ({ ctx, mailer }, { listing_id: listingId, account_id: accountId, notice, position }) =>
    sendAuctionMail(ctx, mailer, { listingId, accountId, notice, position }),
};

/** The compiler does not see that a payload is given to the sender of its own template. */
function send(deps: Deps, payload: Payload): Promise<SendResult> {
  const sender = senders[payload.template] as (deps: Deps, payload: Payload) => Promise<SendResult>;
  return sender(deps, payload);
}

export function createMailJob(deps: Deps): Job {
  return defineJob<"jobs.mail">(mailPayload, async (payload, run): Promise<JobOutcome> => {
    const result = await send(deps, payload);
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
