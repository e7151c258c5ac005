/**
 * The bus port: queues in which one consumer at a time works on a message until it is acknowledged.
 * `nats.ts` implements it on JetStream, with a stream of jobs, which keeps work until it is done,
 * and a stream of events, which notifies listeners and drops messages by age.
 */
import { PartTrouble } from "../part-trouble.ts";

export type BusOptions = {
  /** Such as `nats://host:4222`; several servers are separated by commas. */
  url: string;
  /** Shown by the server next to the connection. */
  name: string;
  /** A message that is neither settled nor renewed for this long is delivered again. */
  ackWaitSeconds: number;
  /** Separates the queues of several deployments (or test suites) on one server. */
  prefix?: string;
  /** Copies of each stream; default: three if a cluster has enough servers, otherwise one. */
  replicas?: number | undefined;
  /** Called with each change of the connection, for the log. */
  onStatus?: (status: BusStatus) => void;
};

type BusStatus = { kind: "connected" | "disconnected" | "error"; detail: string };

/** The queues: every subject that may be published, and its durable consumer. */
export const queues = {
  profile: "jobs.profile",
  notify: "jobs.mail",
  embed: "jobs.embed",
  matching: "jobs.match",
  webhooks: "events.published",
} as const;

export type Queue = keyof typeof queues;

export type PublishOptions = {
  messageId: string;
  /** The trace that continues with the message (W3C Trace Context). */
  traceparent?: string | null;
};

export interface Bus {
  /** Creates the streams and the durable consumers, or updates those that differ. Idempotent. */
  ensureTopology(): Promise<void>;
  /**
   * Resolves when the server has stored the message. A repetition of the message id within the
   * dedupe window is dropped by the server and also resolves. Rejects with a {@link BusFullError}
   * if the server has no room.
   */
  publish(subject: string, payload: unknown, options: PublishOptions): Promise<void>;
  /**
   * Takes one message; null if none arrived within `waitSeconds` (at least 1) or the signal fired.
   * Nothing is buffered: a message's ack clock starts when it is handed out.
   */
  take(
    queue: Queue,
    options: { waitSeconds: number; signal: AbortSignal },
  ): Promise<BusMessage | null>;
  /** The waiting messages in a queue, without those that were handed out. */
  inspect(queue: Queue): Promise<QueueState>;
  isConnected(): boolean;
  /**
   * Resolves if the server answers, each stream and consumer has a leader, and the last message was
   * not refused for lack of room; rejects otherwise.
   */
  ping(): Promise<void>;
  /** Flushes settled messages and closes the connection. */
  drain(): Promise<void>;
}

/**
 * The server refuses messages or streams for lack of room: on its disk, in its limits or in the
 * stream's. `isMeasuredAtStart`: relative to the room that it found when it started.
 */
export class BusFullError extends PartTrouble {
  constructor(stream: string, cause: Error, { isMeasuredAtStart = false } = {}) {
    const remedy = isMeasuredAtStart
      ? "make room on its disk, then restart it, since it looks when it starts"
      : "make room on its disk";
    super(`has no room for ${stream} (${cause.message}): ${remedy}`, { cause });
    this.name = "BusFullError";
  }
}

export type QueueState = {
  /** Number of messages that were never handed out. */
  waiting: number;
  /** When the oldest of them was stored, by the server's clock; null if none waits. */
  waitingSince: Date | null;
  /** Handed out and not settled, including those that wait for another attempt. */
  inFlight: number;
  /** How many of those were handed out more than once. */
  redelivered: number;
};

export interface BusMessage {
  /** The id that it was published with, or null. */
  readonly id: string | null;
  readonly subject: string;
  /** The trace that it was published with, or null. */
  readonly traceparent: string | null;
  /** The body, parsed; undefined if it is not JSON. */
  readonly payload: unknown;
  /** 1 at the first delivery. */
  readonly deliveries: number;
  ack(): void;
  /** Returns the message, to be delivered again after the delay. */
  retry(delaySeconds: number): void;
  /** Ends the message without an effect, because it can never succeed. */
  terminate(): void;
  /** Restarts the ack clock. */
  renew(): void;
}
