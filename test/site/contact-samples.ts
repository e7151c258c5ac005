/** Sample threads, messages, webhooks and devices, for the tests of each page. */
import type { MessageView, ThreadView } from "../../market/message/schemas.ts";
import type { OwnerWebhookView } from "../../market/webhook/owner-webhook-view.ts";
import type { DeliveryView } from "../../market/webhook/schemas.ts";
import { at, isoAt, longTitle, sampleId } from "./purchase-samples.ts";

const words = [
  "Do the rows of 2015 include public holidays?\n\nThe profile shows a gap there, and I would rather know before I buy the next version of it.",
  "They do.",
  "Thank you. See https://example.com/a-very-long-address-that-has-no-place-to-break-it/and-goes-on-and-on?with=more&and=more for what I mean.",
];

/** The thread with `sampleId(number)`; every third one is a seller agent's. */
export function sampleThread(number: number, name: string): ThreadView {
  const isBuyer = number % 3 !== 0;
  const role = isBuyer ? "buyer" : "seller";
  return {
    id: sampleId(number),
    dataset: {
      id: sampleId(50),
      title: number === 2 ? longTitle : name,
      status: number === 1 ? "active" : "withdrawn",
    },
    your_role: role,
    buyer: { name: "buyer-3f9a2c1d" },
    seller: { id: sampleId(2), name: number === 2 ? "level-seller" : name },
    message_count: 43,
    unread_count: number === 1 ? 12 : 0,
    last_message: sampleMessages(number, name)[0] as MessageView,
    created_at: isoAt(-20),
    last_message_at: isoAt(-number),
    links: { self: `http://localhost/threads/${sampleId(number)}` },
  };
}

export const sampleThreads = (name: string) =>
  [1, 2, 3].map((number) => sampleThread(number, name));

/** Newest first, with alternating senders. */
export function sampleMessages(number: number, name: string): MessageView[] {
  return [`${words[0]} ${name}`, ...words.slice(1), name].map((content, index) => {
    const isSeller = index % 2 === 0;
    return {
      id: sampleId(100 + index),
      thread_id: sampleId(number),
      from: isSeller ? "seller" : "buyer",
      is_yours: isSeller === (number % 3 === 0),
      body: { content, content_type: "text/plain", untrusted: true },
      created_at: isoAt(-number - index),
    };
  });
}

export const sampleWebhookSecret = `whsec_${"c2VjcmV0".repeat(5)}=`;

/** One webhook in each state; their ids are `sampleId(1)` to `sampleId(5)`. */
export function sampleWebhooks(name: string): OwnerWebhookView[] {
  const webhook: OwnerWebhookView = {
    id: sampleId(1),
    url: "https://agents.example.com/market/events",
    types: [],
    description: name,
    enabled: true,
    disabled_at: null,
    disabled_reason: null,
    failing_since: null,
    previous_secret_until: isoAt(0.6),
    api_key_id: sampleId(1),
    created_at: isoAt(-12),
    updated_at: isoAt(-1),
    links: {},
    holder: { kind: "key", id: sampleId(1), name, is_live: true },
  };
  const long = `https://agents.example.com/${"a-path-without-a-break-".repeat(4)}?token=none`;
  const disabled = { enabled: false, disabled_at: isoAt(-1) };
  return [
    webhook,
    {
      ...webhook,
      id: sampleId(2),
      url: long,
      types: ["purchase.payment_failed", "message.received", "bid.outbid"],
      description: null,
      failing_since: isoAt(-1.2),
      previous_secret_until: null,
    },
    {
      ...webhook,
      ...disabled,
      id: sampleId(3),
      disabled_reason: "gone",
      api_key_id: null,
      holder: { kind: "agent", id: sampleId(2), name, is_live: true },
    },
    { ...webhook, ...disabled, id: sampleId(4), disabled_reason: "by_request" },
    { ...webhook, id: sampleId(5), holder: { ...webhook.holder, is_live: false } },
  ];
}

export function sampleDeliveries(name: string): DeliveryView[] {
  const delivery: DeliveryView = {
    id: sampleId(71),
    webhook_id: sampleId(1),
    event_id: sampleId(81),
    event_type: "webhook.test",
    status: "pending",
    attempts: 0,
    created_at: isoAt(0),
    next_attempt_at: isoAt(0),
    last_attempt_at: null,
    response_status: null,
    error: null,
    response_excerpt: null,
    ended_at: null,
  };
  const tried = { last_attempt_at: isoAt(-0.2), response_excerpt: `<p>${name}</p>` };
  return [
    delivery,
    {
      ...delivery,
      ...tried,
      id: sampleId(72),
      event_type: "purchase.payment_failed",
      attempts: 4,
      response_status: 503,
      error: "refused: answered 503",
      next_attempt_at: isoAt(0.01),
    },
    {
      ...delivery,
      ...tried,
      id: sampleId(73),
      event_type: "message.received",
      status: "delivered",
      attempts: 1,
      response_status: 204,
      response_excerpt: "",
      next_attempt_at: null,
      ended_at: isoAt(-0.2),
    },
    {
      ...delivery,
      ...tried,
      id: sampleId(74),
      event_type: "listing.sample_ready",
      status: "failed",
      attempts: 11,
      error: "timeout: No answer within 10 seconds.",
      response_excerpt: null,
      next_attempt_at: null,
      ended_at: isoAt(-0.2),
    },
  ];
}

/** The devices where the account is signed in. */
export function sampleDevices() {
  return ["Firefox on Windows", "Safari on an iPhone"].map((device, index) => ({
    id: sampleId(index + 1),
    accountId: "account-1",
    device,
    createdAt: at(-1 - index),
    lastSeenAt: at(0),
    expiresAt: at(1),
  }));
}
