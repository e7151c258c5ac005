/**
 * The bus port: queues on which each message is worked on by one consumer at a time, until it is
 * acknowledged. `nats.ts` implements it on JetStream: a stream of jobs, which hold work that is
 * kept until it is done, and a stream of events, which tell whoever listens and are dropped by age.
 */
import { PartTrouble } from "../part-trouble.ts";

export type BusOptions = {
  /** Such as `nats://host:4222`; several servers are separated by commas. */
  url: string;
  /** Shown by the server next to the connection. */
  name: string;
  /** A message that is neither settled nor renewed for so long is delivered again. */
  ackWaitSeconds: number;
  /** Keeps the queues of several deployments (or test suites) apart on one server. */
  prefix?: string;
  /** Copies of each stream; left out: three where a cluster has the servers, else one. */
  replicas?: number | undefined;
  /** Called with each change of the connection, for the log. */
  onStatus?: (status: BusStatus) => void;
};

type BusStatus = { kind: "connected" | "disconnected" | "error"; detail: string };

/** The queues: every subject that may be published, and the durable consumer that takes it. */
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
  /** The trace that goes on with the message (W3C Trace Context). */
  traceparent?: string | null;
};

export interface Bus {
  /** Makes the streams and the durable consumers, or changes those that differ. Idempotent. */
  ensureTopology(): Promise<void>;
  /**
   * Resolves when the server has stored the message. A repeat of the message id within
   * the dedupe window is dropped by the server and also resolves. Rejects with a
   * {@link BusFullError} when the server has no room.
   */
  publish(subject: string, payload: unknown, options: PublishOptions): Promise<void>;
  /**
   * Takes one message; null when none came within `waitSeconds` (at least 1) or the signal fired.
   * Nothing is buffered: the ack clock of a message starts when it is handed out.
   */
  take(
    queue: Queue,
    options: { waitSeconds: number; signal: AbortSignal },
  ): Promise<BusMessage | null>;
  /** What waits in the queue; messages that were handed out are not counted. */
  inspect(queue: Queue): Promise<QueueState>;
  isConnected(): boolean;
  /**
   * Resolves when the server answers, each stream and consumer has a leader, and the last message was
   * not refused for want of room; rejects otherwise.
   */
  ping(): Promise<void>;
  /** Flushes what was settled and closes the connection. */
  drain(): Promise<void>;
}

/**
 * The server takes no message, or makes no stream, for want of room: of its disk, its limits or the stream's.
 * `isMeasuredAtStart`: of what it found when it started.
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
  /** How many messages were never handed out. */
  waiting: number;
  /** When the oldest of them was stored, by the server's clock; null: none waits. */
  waitingSince: Date | null;
  /** Handed out and not settled, those that wait for another try among them. */
  inFlight: number;
  /** How many of those were handed out more than once. */
  redelivered: number;
};

export interface BusMessage {
  /** By which it was published; null: by none. */
  readonly id: string | null;
  readonly subject: string;
  /** As it was published with; null: with none. */
  readonly traceparent: string | null;
  /** The body, parsed; undefined when it is not JSON. */
  readonly payload: unknown;
  /** 1 at the first delivery. */
  readonly deliveries: number;
  ack(): void;
  /** Gives the message back, to be delivered again after the delay. */
  retry(delaySeconds: number): void;
  /** Ends the message without an effect: it can never succeed. */
  terminate(): void;
  /** Restarts the ack clock. */
  renew(): void;
}
