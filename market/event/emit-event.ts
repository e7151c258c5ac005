import type { Database } from "../../db/client.ts";
import { insertEventList, insertEvents } from "../../db/queries/events/events.ts";
import type { Principal } from "../../db/vocabulary/event.ts";
import { type EventData, type EventType, eventTypes } from "./types.ts";

export type EmittedEvent<T extends EventType> = {
  type: T;
  /** The affected principals; each gets it once. */
  to: readonly Principal[];
  /** The subject that `eventTypes` names: events of one subject keep their order. */
  subjectId: string;
  data: EventData<T>;
};

/**
 * Writes an event for principals in the transaction of its cause: once that commits, the event is in
 * their feeds and pending for their webhooks. Call it while the subject's row is locked.
 * Returns the ids, one for each principal.
 */
export async function emitEvent<T extends EventType>(
  tx: Database,
  { type, to, subjectId, data }: EmittedEvent<T>,
  now: Date,
): Promise<string[]> {
  const subjectKind = eventTypes[type].subject;
  const principals = new Map(
    to.map((principal) => [`${principal.kind} ${principal.id}`, principal]),
  );
  return insertEvents(tx, [...principals.values()], { type, subjectKind, subjectId, data }, now);
}

/** One of many events with the same cause, for one principal. */
export type ListedEvent<T extends EventType> = Omit<EmittedEvent<T>, "to" | "type"> & {
  to: Principal;
};

/** Like `emitEvent` for many events of one type, each with its own subject, in order. */
export async function emitEvents<T extends EventType>(
  tx: Database,
  type: T,
  list: readonly ListedEvent<T>[],
  now: Date,
): Promise<void> {
  const subjectKind = eventTypes[type].subject;
  const events = list.map(({ to, subjectId, data }) => ({
    to,
    event: { type, subjectKind, subjectId, data },
  }));
  await insertEventList(tx, events, now);
}
