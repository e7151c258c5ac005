/** What an operation gets to work with, and the table entry that ties it to a path and schema. */
import type Stripe from "stripe";
import type { z } from "zod";
import type { Store } from "../store.ts";
import type { Input } from "./params.ts";
import { parseInput } from "./params.ts";

/** One request while it runs, inside of its transaction. */
export type Call = {
  store: Store;
  /** The path's `:id`, empty where the path has none. */
  id: string;
  /** Seconds since 1970, as Stripe counts. */
  now: number;
  /** Where the hosted pages are. */
  baseUrl: string;
  /** A test asked for the next charge to be declined. */
  isDeclineForced: boolean;
  /** A test asked for a payment that settles only later; undefined otherwise. */
  processingMs: number | undefined;
  /** Records an event; its webhooks go out once the transaction is through. */
  emit(type: Stripe.Event.Type, object: { id: string; object: string }): void;
};

/** What an operation answers: Stripe's JSON, always with a 200. */
export type Answer = object;

export type Operation = {
  /** `POST /v1/customers/:id`: the method, then the path with at most one `:id`. */
  name: string;
  run(call: Call, input: Input): Answer;
};

/** Ties a handler to its schema; wrong parameters never reach the handler. */
export function operation<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  handle: (call: Call, input: z.output<Schema>) => Answer,
): Operation {
  return { name, run: (call, input) => handle(call, parseInput(schema, input)) };
}
