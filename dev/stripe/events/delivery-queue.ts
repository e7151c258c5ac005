/** Pending and finished webhook deliveries, in the stand-in's database. */
import type { Database } from "bun:sqlite";

export type DeliveryState = "pending" | "sending" | "delivered" | "failed" | "dropped";
export type Delivery = { seq: number; event: string; endpoint: string; attempts: number };
export type NewDelivery = { event: string; type: string; endpoint: string; url: string };
/** The result of an attempt; without a status nobody answered. */
export type Sent = { status?: number; error?: string };

export type Queue = {
  /** Returns the number of the delivery. `dueAt` is in milliseconds since 1970. */
  add(delivery: NewDelivery, state: DeliveryState, dueAt: number): number;
  find(seq: number): Delivery | null;
  /** The first due delivery of an endpoint. */
  nextDue(endpoint: string): Delivery | null;
  /** Endpoints with pending deliveries, and when the first of each is due. */
  dueTimes(): { endpoint: string; due: number }[];
  finish(delivery: Delivery, state: DeliveryState, sent: Sent, dueAt?: number): void;
  drop(delivery: Delivery): void;
  /** Postpones everything for this endpoint until `dueAt`. */
  postpone(endpoint: string, dueAt: number): void;
};

/** Opens the queue; deliveries interrupted by a kill are sent again: at least once. */
export function openQueue(database: Database): Queue {
  database.run("UPDATE deliveries SET state = 'pending' WHERE state = 'sending'");
  return {
    add({ event, type, endpoint, url }, state, dueAt) {
      const row = database
        .query<{ seq: number }, (string | number)[]>(
          `INSERT INTO deliveries (event, type, endpoint, url, due_at, attempts, state)
           VALUES (?, ?, ?, ?, ?, 0, ?) RETURNING seq`,
        )
        .get(event, type, endpoint, url, dueAt, state);
      if (row === null) throw new Error("A delivery was not stored.");
      return row.seq;
    },
    find: (seq) =>
      database
        .query<Delivery, [number]>(
          "SELECT seq, event, endpoint, attempts FROM deliveries WHERE seq = ?",
        )
        .get(seq),
    nextDue: (endpoint) =>
      database
        .query<Delivery, [string, number]>(
          `SELECT seq, event, endpoint, attempts FROM deliveries
           WHERE state = 'pending' AND endpoint = ? AND due_at <= ? ORDER BY due_at, seq LIMIT 1`,
        )
        .get(endpoint, Date.now()),
    dueTimes: () =>
      database
        .query<{ endpoint: string; due: number }, []>(
          "SELECT endpoint, min(due_at) AS due FROM deliveries WHERE state = 'pending' GROUP BY 1",
        )
        .all(),
    finish({ seq }, state, { status, error }, dueAt = 0) {
      database
        .query(
          `UPDATE deliveries SET state = ?, attempts = attempts + 1, last_status = ?,
           last_error = ?, due_at = ?, delivered_at = ? WHERE seq = ?`,
        )
        .run(
          state,
          status ?? null,
          error ?? null,
          dueAt,
          state === "delivered" ? Date.now() : null,
          seq,
        );
    },
    drop: ({ seq }) =>
      database.query("UPDATE deliveries SET state = 'dropped' WHERE seq = ?").run(seq),
    postpone: (endpoint, dueAt) =>
      database
        .query(
          `UPDATE deliveries SET due_at = max(due_at, ?)
           WHERE endpoint = ? AND state = 'pending'`,
        )
        .run(dueAt, endpoint),
  };
}
