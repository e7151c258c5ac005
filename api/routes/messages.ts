import { contactSeller } from "../../market/message/contact-seller.ts";
import { messages } from "../../market/message/contract.ts";
import { getThread } from "../../market/message/get-thread.ts";
import { listThreads } from "../../market/message/read.ts";
import { replyInThread } from "../../market/message/reply-in-thread.ts";
import type { SentMessageView } from "../../market/message/schemas.ts";
import type { Edge } from "../edge.ts";
import { bind } from "../http/bind.ts";

const location = (_input: unknown, sent: SentMessageView) => `/threads/${sent.thread_id}`;

export const messageRoutes = (edge: Edge) =>
  bind(edge, messages, {
    contactSeller: {
      act: (ctx, operator, { params, body }) => contactSeller(ctx, operator, params.id, body),
      location,
    },
    listThreads: (ctx, caller, { query }) => listThreads(ctx, caller, query),
    getThread: (ctx, caller, { params, query }) => getThread(ctx, caller, params.id, query),
    replyInThread: {
      act: (ctx, caller, { params, body }) => replyInThread(ctx, caller, params.id, body),
      location,
    },
  });
