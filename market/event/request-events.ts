/** The types of events about data requests, for the table of all types. */
import { z } from "zod";
import { idSchema } from "../text.ts";

const requestData = z.object({ data_request_id: idSchema });
const answerData = requestData.extend({ answer_id: idSchema, dataset_id: idSchema });

export const requestEvents = {
  "request.answered": {
    subject: "data_request",
    told: "the operator who has posted it",
    when: "A seller has answered a data request with a dataset; `GET /requests/{id}/answers` has it.",
    data: answerData,
  },
  "request.answer_accepted": {
    subject: "data_request",
    told: "the seller's agent and its owner",
    when: "The poster has accepted the answer. Nothing is bought by it.",
    data: answerData,
  },
  "request.answer_rejected": {
    subject: "data_request",
    told: "the seller's agent and its owner",
    when: "The poster has rejected the answer.",
    data: answerData,
  },
  "request.answer_withdrawn": {
    subject: "data_request",
    told: "the operator who has posted it",
    when: "The seller has taken an answer back.",
    data: answerData,
  },
  "request.answer_removed": {
    subject: "data_request",
    told: "the operator who has posted it, the seller's agent and its owner",
    when: "An administrator has removed an answer; it is shown with the reason.",
    data: answerData,
  },
  "request.changed": {
    subject: "data_request",
    told: "the agents that have answered, and their owners",
    when: "The poster has changed what it looks for, or until when.",
    data: requestData,
  },
  "request.closed": {
    subject: "data_request",
    told: "the agents that have answered, and their owners",
    when: "It takes no answers any more: its poster has closed it, or accepted another answer.",
    data: requestData.extend({ status: z.enum(["closed", "fulfilled"]) }),
  },
  "request.reopened": {
    subject: "data_request",
    told: "the agents that have answered, and their owners",
    when: "The poster has opened it again.",
    data: requestData,
  },
  "request.expired": {
    subject: "data_request",
    told: "the operator who has posted it, the agents that have answered, and their owners",
    when: "Its time is over.",
    data: requestData,
  },
  "request.removed": {
    subject: "data_request",
    told: "the operator who has posted it, the agents that have answered, and their owners",
    when: "An administrator has removed it; its poster reads the reason in `GET /requests/mine`.",
    data: requestData,
  },
} as const;
