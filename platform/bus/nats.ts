/** The NATS JetStream adapter of the bus port. Works with servers from 2.9 (Debian's) on. */
import {
  AckPolicy,
  type Consumer,
  type ConsumerConfig,
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  type JsMsg,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from "@nats-io/jetstream";
import { connect, type NatsConnection, nanos } from "@nats-io/transport-node";
import { pause } from "../bell.ts";
import { daySeconds } from "../time.ts";
import { type Bus, type BusMessage, type BusOptions, type Queue, queues } from "./port.ts";

/** The server sets them aside. Events are small, and the database keeps them anyway. */
const jobsBytesMax = 128 * 1024 * 1024;
const eventsBytesMax = 32 * 1024 * 1024;
const eventsKeptSeconds = 7 * daySeconds;
const messageBytesMax = 64 * 1024;
const dedupeWindowSeconds = 600;
const requestTimeoutSeconds = 5;
const reconnectWaitSeconds = 0.5;
const drainSecondsMax = 3;
/** Messages waiting out a retry delay count too, so this is far above what runs at once. */
const unsettledMax = 20_000;

const millis = (seconds: number) => Math.round(seconds * 1000);

/** Connects, and waits for the server for as long as it takes; reconnects for ever. */
export async function openBus(options: BusOptions): Promise<Bus> {
  const connection = await connect({
    servers: options.url.split(","),
    name: options.name,
    maxReconnectAttempts: -1,
    waitOnFirstConnect: true,
    reconnectTimeWait: millis(reconnectWaitSeconds),
    timeout: millis(requestTimeoutSeconds),
  });
  const state = { connected: true };
  void watchStatus(connection, options, state);
  return new NatsBus(connection, options, state);
}

async function watchStatus(
  connection: NatsConnection,
  options: BusOptions,
  state: { connected: boolean },
): Promise<void> {
  const report = options.onStatus ?? (() => {});
  report({ kind: "connected", detail: connection.getServer() });
  for await (const status of connection.status()) {
    if (status.type === "disconnect") {
      state.connected = false;
      report({ kind: "disconnected", detail: status.server });
    }
    if (status.type === "reconnect") {
      state.connected = true;
      report({ kind: "connected", detail: status.server });
    }
    if (status.type === "error") report({ kind: "error", detail: status.error.message });
  }
  state.connected = false;
}

class NatsBus implements Bus {
  readonly #connection: NatsConnection;
  readonly #options: BusOptions;
  readonly #state: { connected: boolean };
  readonly #streamPrefix: string;
  readonly #subjectPrefix: string;
  readonly #consumers = new Map<Queue, Promise<Consumer>>();

  constructor(connection: NatsConnection, options: BusOptions, state: { connected: boolean }) {
    const prefix = options.prefix ?? "";
    this.#connection = connection;
    this.#options = options;
    this.#state = state;
    this.#streamPrefix = prefix === "" ? "" : `${prefix}_`;
    this.#subjectPrefix = prefix === "" ? "" : `${prefix}.`;
  }

  async ensureTopology(): Promise<void> {
    const manager = await jetstreamManager(this.#connection);
    for (const config of this.#streamConfigs()) await ensureStream(manager, config);
    for (const queue of Object.keys(queues) as Queue[]) {
      await ensureConsumer(manager, this.#streamOf(queue), this.#consumerConfig(queue));
    }
    this.#consumers.clear();
  }

  async publish(
    subject: string,
    payload: unknown,
    { messageId }: { messageId: string },
  ): Promise<void> {
    await jetstream(this.#connection).publish(
      this.#subjectPrefix + subject,
      JSON.stringify(payload),
      { msgID: messageId, timeout: millis(requestTimeoutSeconds) },
    );
  }

  async take(
    queue: Queue,
    { waitSeconds, signal }: { waitSeconds: number; signal: AbortSignal },
  ): Promise<BusMessage | null> {
    if (signal.aborted) return null;
    const consumer = await this.#consumer(queue);
    // `consume()` would pull the next message while this one runs; `fetch` of one never does.
    const messages = await consumer.fetch({
      max_messages: 1,
      expires: millis(waitSeconds),
      bind: true,
    });
    const stop = () => void messages.close();
    signal.addEventListener("abort", stop, { once: true });
    try {
      for await (const message of messages) return this.#wrap(message);
      return null;
    } catch (error) {
      this.#consumers.delete(queue);
      throw error;
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  async countWaiting(queue: Queue): Promise<number> {
    const consumer = await this.#consumer(queue);
    return (await consumer.info()).num_pending;
  }

  isConnected(): boolean {
    return this.#state.connected;
  }

  async ping(): Promise<void> {
    if (!this.#state.connected) throw new Error("NATS is not connected");
    await this.#connection.flush();
  }

  async drain(): Promise<void> {
    if (this.#connection.isClosed()) return;
    // Without a server there is nothing to flush to, and `drain` would wait for one, for ever.
    if (this.#state.connected) await this.#drainWithin(drainSecondsMax);
    if (!this.#connection.isClosed()) await this.#connection.close();
  }

  /** The server may go away meanwhile, as all do when a whole stack is stopped. */
  async #drainWithin(seconds: number): Promise<void> {
    const drained = new AbortController();
    const draining = this.#connection.drain().finally(() => drained.abort());
    await Promise.race([draining, pause(seconds, drained.signal)]);
    draining.catch(() => {});
  }

  #consumer(queue: Queue): Promise<Consumer> {
    const known = this.#consumers.get(queue);
    if (known !== undefined) return known;
    const asked = jetstream(this.#connection).consumers.get(this.#streamOf(queue), queue);
    this.#consumers.set(queue, asked);
    asked.catch(() => this.#consumers.delete(queue));
    return asked;
  }

  #wrap(message: JsMsg): BusMessage {
    return {
      subject: message.subject.slice(this.#subjectPrefix.length),
      payload: parseJson(message),
      deliveries: message.info.deliveryCount,
      ack: () => message.ack(),
      retry: (delaySeconds) => message.nak(millis(delaySeconds)),
      // A reason would make 2.9 ignore the whole command.
      terminate: () => message.term(),
      renew: () => message.working(),
    };
  }

  /** The stream of `jobs.mail` is JOBS. */
  #streamOf(queue: Queue): string {
    const [area = ""] = queues[queue].split(".");
    return this.#streamPrefix + area.toUpperCase();
  }

  #streamConfigs(): WantedStream[] {
    const shared = {
      storage: StorageType.File,
      max_msg_size: messageBytesMax,
      duplicate_window: nanos(millis(dedupeWindowSeconds)),
    };
    return [
      {
        ...shared,
        name: `${this.#streamPrefix}JOBS`,
        subjects: [`${this.#subjectPrefix}jobs.>`],
        retention: RetentionPolicy.Workqueue,
        // When full, the bus refuses and the outbox keeps the work: nothing is ever dropped.
        discard: DiscardPolicy.New,
        max_bytes: jobsBytesMax,
      },
      {
        ...shared,
        name: `${this.#streamPrefix}EVENTS`,
        subjects: [`${this.#subjectPrefix}events.>`],
        retention: RetentionPolicy.Limits,
        // The database keeps the events: nobody who listens too slowly may hold up the outbox.
        discard: DiscardPolicy.Old,
        max_bytes: eventsBytesMax,
        max_age: nanos(eventsKeptSeconds * 1000),
      },
    ];
  }

  #consumerConfig(queue: Queue): WantedConsumer {
    return {
      durable_name: queue,
      ack_policy: AckPolicy.Explicit,
      filter_subject: this.#subjectPrefix + queues[queue],
      ack_wait: nanos(millis(this.#options.ackWaitSeconds)),
      max_deliver: -1,
      max_ack_pending: unsettledMax,
    };
  }
}

type WantedStream = Partial<StreamConfig> & { name: string };
type WantedConsumer = Partial<ConsumerConfig> & { durable_name: string };

async function ensureStream(manager: JetStreamManager, wanted: WantedStream): Promise<void> {
  const present = await manager.streams.info(wanted.name).catch(nullIfMissing);
  if (present === null) {
    await manager.streams.add(wanted);
    return;
  }
  if (differs(present.config, wanted)) await manager.streams.update(wanted.name, wanted);
}

async function ensureConsumer(
  manager: JetStreamManager,
  stream: string,
  wanted: WantedConsumer,
): Promise<void> {
  const present = await manager.consumers.info(stream, wanted.durable_name).catch(nullIfMissing);
  if (present === null) {
    await manager.consumers.add(stream, wanted);
    return;
  }
  if (differs(present.config, wanted)) {
    await manager.consumers.update(stream, wanted.durable_name, wanted);
  }
}

const missingCodes: number[] = [
  JetStreamApiCodes.StreamNotFound,
  JetStreamApiCodes.ConsumerNotFound,
];

function nullIfMissing(error: unknown): null {
  if (error instanceof JetStreamApiError && missingCodes.includes(error.code)) return null;
  throw error;
}

function differs(present: object, wanted: object): boolean {
  const held = new Map(Object.entries(present));
  return Object.entries(wanted).some(
    ([key, value]) => JSON.stringify(held.get(key)) !== JSON.stringify(value),
  );
}

function parseJson(message: JsMsg): unknown {
  try {
    return message.json<unknown>();
  } catch {
    return undefined;
  }
}
