/** How a use case tells principals what has happened. */
import type { Database } from "../../db/client.ts";
import { insertEventList, insertEvents } from "../../db/queries/events/events.ts";
import type { Principal } from "../../db/vocabulary/event.ts";
import { type EventData, type EventType, eventTypes } from "./types.ts";

export type EmittedEvent<T extends EventType> = {
  type: T;
  /** Whom it concerns; nobody is told twice. */
  to: readonly Principal[];
  /** Of what `eventTypes` names as the subject: events of one subject keep their order. */
  subjectId: string;
  data: EventData<T>;
};

/**
 * Tells principals what has happened, in the transaction of the effect: when it commits, the event
 * is in their feeds and is owed to their webhooks. Emit it while the subject's row is locked.
 * Returns the ids, one a principal.
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

/** One event of many that come of one cause; told to one principal. */
export type ListedEvent<T extends EventType> = Omit<EmittedEvent<T>, "to" | "type"> & {
  to: Principal;
};

/** The same for many events of one type, each of a subject of its own, in their order. */
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
