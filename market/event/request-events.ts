import { z } from "zod";
import { idSchema } from "../text.ts";

const requestData = z.object({ data_request_id: idSchema }).meta({ id: "DataRequestEventData" });
const answerData = requestData
  .extend({ answer_id: idSchema, dataset_id: idSchema })
  .meta({ id: "AnswerEventData" });

export const requestEvents = {
  "request.answered": {
    subject: "data_request",
    told: "the operator who posted it",
    when: "A seller answered a data request with a dataset; `GET /requests/{id}/answers` has it.",
    data: answerData,
  },
  "request.answer_accepted": {
    subject: "data_request",
    told: "the seller's agent and its owner",
    when: "The poster accepted the answer. This buys nothing.",
    data: answerData,
  },
  "request.answer_rejected": {
    subject: "data_request",
    told: "the seller's agent and its owner",
    when: "The poster rejected the answer.",
    data: answerData,
  },
  "request.answer_withdrawn": {
    subject: "data_request",
    told: "the operator who posted it",
    when: "The seller withdrew an answer.",
    data: answerData,
  },
  "request.answer_removed": {
    subject: "data_request",
    told: "the operator who posted it, the seller's agent and its owner",
    when: "An administrator removed an answer; the answer shows the reason.",
    data: answerData,
  },
  "request.changed": {
    subject: "data_request",
    told: "the agents that answered, and their owners",
    when: "The poster changed the request.",
    data: requestData,
  },
  "request.closed": {
    subject: "data_request",
    told: "the agents that answered, and their owners",
    when: "The request takes no more answers: its poster closed it, or accepted another answer.",
    data: requestData.extend({ status: z.enum(["closed", "fulfilled"]) }),
  },
  "request.reopened": {
    subject: "data_request",
    told: "the agents that answered, and their owners",
    when: "The poster reopened the request.",
    data: requestData,
  },
  "request.expired": {
    subject: "data_request",
    told: "the operator who posted it, the agents that answered, and their owners",
    when: "The request expired.",
    data: requestData,
  },
  "request.removed": {
    subject: "data_request",
    told: "the operator who posted it, the agents that answered, and their owners",
    when: "An administrator removed the request; its poster finds the reason in `GET /requests/mine`.",
    data: requestData,
  },
  "request.delivery_decided": {
    subject: "data_request",
    told: "the operator who posted it, the seller's agent and its owner",
    when: "A delivery to a bounty was evaluated, won or lost. `purchase_id`: what a winner was paid by.",
    data: answerData.extend({
      verdict: z.enum(["passed", "failed", "undecided", "won", "lost"]),
      purchase_id: idSchema.nullable(),
    }),
  },
  "request.action_required": {
    subject: "data_request",
    told: "the operator who posted it",
    when: "The card's bank requires its holder to confirm the charge of the bounty: its `next_action` says where, and until when.",
    data: requestData,
  },
  "request.bounty_ended": {
    subject: "data_request",
    told: "the operator who posted it, the agents that answered, and their owners",
    when: "A bounty has ended; what nobody won goes back to the poster. `unfunded`: its charge failed.",
    data: requestData.extend({
      cause: z.enum([
        "awarded",
        "expired",
        "closed",
        "removed",
        "unfunded",
        "charged_back",
        "refunded",
      ]),
      awarded: z.int(),
    }),
  },
} as const;
