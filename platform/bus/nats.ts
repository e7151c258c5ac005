/** The NATS JetStream adapter of the bus port, for servers from 2.9 on (Debian's version). */
import {
  type Consumer,
  type JetStreamManager,
  type JsMsg,
  jetstream,
  jetstreamManager,
} from "@nats-io/jetstream";
import {
  connect,
  errors,
  headers,
  type MsgHdrs,
  type NatsConnection,
} from "@nats-io/transport-node";
import { pause } from "../bell.ts";
import { PartTrouble } from "../part-trouble.ts";
import { readBusAddress } from "./bus-address.ts";
import {
  type Bus,
  BusFullError,
  type BusMessage,
  type BusOptions,
  type PublishOptions,
  type Queue,
  type QueueState,
  queues,
} from "./port.ts";
import {
  ensureTopology,
  isMeasuredAtStart,
  isOutOfRoom,
  requireLeaders,
  streamOf,
  streamOfSubject,
} from "./topology.ts";

/** A dead leader does not answer; the next one is elected within two to four seconds. */
const requestTimeoutSeconds = 3;
/** Two missed heartbeats end a wait for messages from a dead server. */
const heartbeatSeconds = 1;
const reconnectWaitSeconds = 0.5;
const drainSecondsMax = 3;
const traceHeader = "traceparent";

const millis = (seconds: number) => Math.round(seconds * 1000);

/** Connects, and reconnects for ever. Rejects with a {@link PartTrouble} if no server answers. */
export async function openBus(options: BusOptions): Promise<Bus> {
  const connection = await connect({
    ...readBusAddress(options.url),
    name: options.name,
    maxReconnectAttempts: -1,
    // Otherwise credentials that are wrong for a moment would end the connection for good.
    ignoreAuthErrorAbort: true,
    reconnectTimeWait: millis(reconnectWaitSeconds),
    timeout: millis(requestTimeoutSeconds),
  }).catch((cause: unknown) => {
    throw connectTrouble(cause);
  });
  const state = { connected: true };
  void watchStatus(connection, options, state);
  return new NatsBus(connection, options, state);
}

function connectTrouble(cause: unknown): PartTrouble {
  const isRefusal =
    cause instanceof errors.AuthorizationError ||
    cause instanceof errors.UserAuthenticationExpiredError;
  const detail = cause instanceof Error ? cause.message : String(cause);
  const reason = isRefusal ? "refuses these credentials" : `does not answer (${detail})`;
  return new PartTrouble(reason, { isRefusal, cause });
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
  readonly #prefix: string;
  readonly #subjectPrefix: string;
  readonly #consumers = new Map<Queue, Promise<Consumer>>();
  /** By stream: set while the server refuses its messages for lack of room. */
  readonly #refusals = new Map<string, BusFullError>();
  /** Why streams and consumers are not as configured, according to the last check. */
  #topologyTrouble: PartTrouble | null = null;

  constructor(connection: NatsConnection, options: BusOptions, state: { connected: boolean }) {
    const prefix = options.prefix ?? "";
    this.#connection = connection;
    this.#options = options;
    this.#state = state;
    this.#prefix = prefix;
    this.#subjectPrefix = prefix === "" ? "" : `${prefix}.`;
  }

  async ensureTopology(): Promise<void> {
    try {
      await ensureTopology(await this.#manager(), {
        prefix: this.#prefix,
        ackWaitSeconds: this.#options.ackWaitSeconds,
        replicas: this.#options.replicas,
        isClustered: this.#connection.info?.cluster !== undefined,
        onTooFewServers: (detail) => this.#options.onStatus?.({ kind: "error", detail }),
      });
    } catch (cause) {
      this.#topologyTrouble = topologyTrouble(cause);
      throw this.#topologyTrouble;
    }
    this.#topologyTrouble = null;
    this.#consumers.clear();
  }

  async publish(
    subject: string,
    payload: unknown,
    { messageId, traceparent }: PublishOptions,
  ): Promise<void> {
    const options = {
      msgID: messageId,
      timeout: millis(requestTimeoutSeconds),
      ...(traceparent ? { headers: traceHeaders(traceparent) } : {}),
    };
    const stream = streamOfSubject(this.#prefix, subject);
    try {
      const body = JSON.stringify(payload);
      await jetstream(this.#connection).publish(this.#subjectPrefix + subject, body, options);
      this.#refusals.delete(stream);
    } catch (error) {
      if (!isOutOfRoom(error)) throw error;
      const refusal = new BusFullError(stream, error);
      this.#refusals.set(stream, refusal);
      throw refusal;
    }
  }

  async take(
    queue: Queue,
    { waitSeconds, signal }: { waitSeconds: number; signal: AbortSignal },
  ): Promise<BusMessage | null> {
    if (signal.aborted) return null;
    const consumer = await this.#consumer(queue);
    // `consume()` would prefetch the next message while this one is processed; `fetch` of one does
    // not.
    const messages = await consumer.fetch({
      max_messages: 1,
      expires: millis(waitSeconds),
      // NATS rejects a heartbeat of more than half the wait.
      idle_heartbeat: millis(Math.min(heartbeatSeconds, waitSeconds / 2)),
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

  async inspect(queue: Queue): Promise<QueueState> {
    const manager = await jetstreamManager(this.#connection, { checkAPI: false });
    const stream = streamOf(this.#prefix, queue);
    const info = await manager.consumers.info(stream, queue);
    const { num_pending: waiting, delivered } = info;
    const handedOut = { inFlight: info.num_ack_pending, redelivered: info.num_redelivered };
    if (waiting === 0) return { waiting, waitingSince: null, ...handedOut };
    const subject = this.#subjectPrefix + queues[queue];
    const next = { seq: delivered.stream_seq + 1, next_by_subj: subject };
    const oldest = await manager.streams.getMessage(stream, next);
    return { waiting, waitingSince: oldest?.time ?? null, ...handedOut };
  }

  isConnected(): boolean {
    return this.#state.connected;
  }

  async ping(): Promise<void> {
    if (!this.#state.connected) throw new PartTrouble("is not connected");
    if (this.#topologyTrouble !== null) throw this.#topologyTrouble;
    for (const refusal of this.#refusals.values()) throw refusal;
    await requireLeaders(await this.#manager(), this.#prefix);
  }

  async drain(): Promise<void> {
    if (this.#connection.isClosed()) return;
    // Without a server there is nothing to flush, and `drain` would wait for one for ever.
    if (this.#state.connected) await this.#drainWithin(drainSecondsMax);
    if (!this.#connection.isClosed()) await this.#connection.close();
  }

  /** The server may disappear during the drain, for example when a whole stack is stopped. */
  async #drainWithin(seconds: number): Promise<void> {
    const drained = new AbortController();
    const draining = this.#connection.drain().finally(() => drained.abort());
    await Promise.race([draining, pause(seconds, drained.signal)]);
    draining.catch(() => {});
  }

  /** Checks for JetStream on every call, because a pause in the server's answers is temporary. */
  #manager(): Promise<JetStreamManager> {
    return jetstreamManager(this.#connection, { timeout: millis(requestTimeoutSeconds) });
  }

  #consumer(queue: Queue): Promise<Consumer> {
    const known = this.#consumers.get(queue);
    if (known !== undefined) return known;
    const asked = jetstream(this.#connection).consumers.get(streamOf(this.#prefix, queue), queue);
    this.#consumers.set(queue, asked);
    asked.catch(() => this.#consumers.delete(queue));
    return asked;
  }

  #wrap(message: JsMsg): BusMessage {
    return {
      id: message.headers?.get("Nats-Msg-Id") || null,
      subject: message.subject.slice(this.#subjectPrefix.length),
      traceparent: message.headers?.get(traceHeader) || null,
      payload: parseJson(message),
      deliveries: message.info.deliveryCount,
      ack: () => message.ack(),
      retry: (delaySeconds) => message.nak(millis(delaySeconds)),
      // NATS 2.9 would ignore the whole command if it had a reason.
      terminate: () => message.term(),
      renew: () => message.working(),
    };
  }
}

function topologyTrouble(cause: unknown): PartTrouble {
  if (isOutOfRoom(cause) && isMeasuredAtStart(cause)) {
    return new BusFullError("its streams", cause, { isMeasuredAtStart: true });
  }
  const detail = cause instanceof Error ? cause.message : String(cause);
  return new PartTrouble(`cannot create or change its streams (${detail})`, { cause });
}

function traceHeaders(traceparent: string): MsgHdrs {
  const carried = headers();
  carried.set(traceHeader, traceparent);
  return carried;
}

function parseJson(message: JsMsg): unknown {
  try {
    return message.json<unknown>();
  } catch {
    return undefined;
  }
}
