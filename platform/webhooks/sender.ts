/** Sends webhooks to subscribers' addresses; their responses are data, never a fault. */
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
  /** Most bytes to read of a response body. */
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
