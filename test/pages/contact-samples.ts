/** Made-up threads and messages, for the tests that look at each page. */
import type { MessageView, ThreadView } from "../../market/message/schemas.ts";
import { isoAt, longTitle, sampleId } from "./purchase-samples.ts";

const words = [
  "Do the rows of 2015 include public holidays?\n\nThe profile shows a gap there, and I would rather know before I buy the next version of it.",
  "They do.",
  "Thank you. See https://example.com/a-very-long-address-that-has-no-place-to-break-it/and-goes-on-and-on?with=more&and=more for what I mean.",
];

/** The thread of `sampleId(number)`; every third one is a seller agent's. */
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

/** The latest first, in turns. */
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
