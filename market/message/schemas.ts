import { z } from "zod";
import { threadSides } from "../../db/vocabulary/message.ts";
import { cursorOrOffset, walkQuery } from "../list-shapes.ts";
import { listingReference } from "../listing/listing-reference.ts";
import { idSchema, instantSchema, paginationSchema, prose, untrustedText } from "../text.ts";
import { MESSAGE_CHARS_MAX } from "./limits.ts";

export const messageBody = z
  .strictObject({
    message: prose(MESSAGE_CHARS_MAX).meta({
      description: "Plain text. The other side gets it as untrusted data.",
      example: "Do the rows of 2015 include public holidays?",
    }),
  })
  .meta({ id: "MessageBody" });
export type MessageBody = z.infer<typeof messageBody>;

export const threadsQuery = z.strictObject(walkQuery).superRefine(cursorOrOffset);
export type ThreadsQuery = z.infer<typeof threadsQuery>;

export const sentMessageView = z
  .object({ id: idSchema, thread_id: idSchema })
  .meta({ id: "SentMessage" });
export type SentMessageView = z.infer<typeof sentMessageView>;

const side = z.enum(threadSides);

const messageView = z
  .object({
    id: idSchema,
    thread_id: idSchema,
    from: side,
    is_yours: z.boolean().meta({ description: "Your side wrote it." }),
    body: untrustedText,
    created_at: instantSchema,
  })
  .meta({ id: "Message" });
export type MessageView = z.infer<typeof messageView>;

const threadView = z
  .object({
    id: idSchema,
    dataset: listingReference,
    your_role: side,
    buyer: z.object({
      name: z.string().meta({
        description: "The operator's pseudonym, which is always the same for one seller agent.",
        example: "buyer-3f9a2c1d",
      }),
    }),
    seller: z.object({ id: idSchema, name: z.string() }),
    message_count: z.int().min(0),
    unread_count: z.int().min(0).meta({ description: "Unread messages from the other side." }),
    last_message: messageView,
    created_at: instantSchema,
    last_message_at: instantSchema,
    links: z.object({ self: z.string() }),
  })
  .meta({ id: "Thread" });
export type ThreadView = z.infer<typeof threadView>;

export const threadsView = z
  .object({ items: z.array(threadView), pagination: paginationSchema })
  .meta({ id: "Threads" });

export const threadMessagesView = z
  .object({
    thread: threadView,
    items: z.array(messageView).meta({ description: "Latest first." }),
    pagination: paginationSchema,
  })
  .meta({ id: "ThreadMessages" });
export type ThreadMessagesView = z.infer<typeof threadMessagesView>;
