/** The context of an operation, and the table entry that maps it to a path and a schema. */
import type Stripe from "stripe";
import type { z } from "zod";
import type { Store } from "../store.ts";
import type { Input } from "./params.ts";
import { parseInput } from "./params.ts";

/** A running request, inside its transaction. */
export type Call = {
  store: Store;
  /** The path's `:id`; empty if the path has none. */
  id: string;
  /** Seconds since 1970, as Stripe counts. */
  now: number;
  /** Base address of the hosted pages. */
  baseUrl: string;
  /** A test requested that the next charge is declined. */
  isDeclineForced: boolean;
  /** A test requested a payment that settles later; otherwise undefined. */
  processingMs: number | undefined;
  /** Records an event; its webhooks are sent after the transaction. */
  emit(type: Stripe.Event.Type, object: { id: string; object: string }): void;
};

/** An operation's response: Stripe's JSON, always with a 200. */
export type Answer = object;

export type Operation = {
  /** `POST /v1/customers/:id`: the method, then the path with at most one `:id`. */
  name: string;
  run(call: Call, input: Input): Answer;
};

/** Combines a handler with its schema; invalid parameters never reach the handler. */
export function operation<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  handle: (call: Call, input: z.output<Schema>) => Answer,
): Operation {
  return { name, run: (call, input) => handle(call, parseInput(schema, input)) };
}
