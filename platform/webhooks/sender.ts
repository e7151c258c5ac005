/** Sends webhooks to the addresses that subscribers name; what they answer is data, never a fault. */
import {
  callStranger,
  type StrangerAnswer,
  StrangerFailure,
  type StrangerOptions,
} from "./call-stranger.ts";
import type { SendResult, WebhookSender } from "./port.ts";
import { openResolver } from "./resolver.ts";
import { readRetryAfter } from "./retry-after.ts";

export type WebhookSenderOptions = Omit<StrangerOptions, "bodyBytesMax"> & {
  /** How much of an answer's body is read. */
  excerptBytesMax: number;
};

export function openWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const { excerptBytesMax: bodyBytesMax, resolve = openResolver(), ...limits } = options;
  const calling = { ...limits, resolve, bodyBytesMax };
  return {
    async post(url, message, signal) {
      try {
        const call = { method: "POST" as const, ...message };
        return answered(await callStranger(url, call, calling, signal));
      } catch (error) {
        if (!(error instanceof StrangerFailure)) throw error;
        return { kind: "failed", code: error.code, detail: error.message };
      }
    },
  };
}

function answered({ status, headers, body }: StrangerAnswer): SendResult {
  const excerpt = new TextDecoder().decode(body);
  const retryAfterSeconds = readRetryAfter(headers["retry-after"], new Date());
  const wish = retryAfterSeconds === null ? {} : { retryAfterSeconds };
  return { kind: "answered", status, excerpt, ...wish };
}
