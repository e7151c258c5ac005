/** The streams and durable consumers on JetStream, their copies and their leaders. */
import {
  AckPolicy,
  type ConsumerConfig,
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from "@nats-io/jetstream";
import { nanos } from "@nats-io/transport-node";
import { PartTrouble } from "../part-trouble.ts";
import { daySeconds } from "../time.ts";
import { type Queue, queues } from "./port.ts";

/** The server reserves them. Events are small, and the database keeps them anyway. */
const jobsBytesMax = 128 * 1024 * 1024;
const eventsBytesMax = 32 * 1024 * 1024;
const eventsKeptSeconds = 7 * daySeconds;
const messageBytesMax = 64 * 1024;
const dedupeWindowSeconds = 600;
/** Messages that wait for a retry count, too, so this is far more than run at once. */
const unsettledMax = 20_000;
/** One server of three may fail. */
const clusterReplicas = 3;

export type Topology = {
  prefix: string;
  ackWaitSeconds: number;
  /** Copies of each stream; undefined: three if a cluster has enough servers, otherwise one. */
  replicas: number | undefined;
  isClustered: boolean;
  onTooFewServers(detail: string): void;
};

type WantedStream = Partial<StreamConfig> & { name: string };
type WantedConsumer = Partial<ConsumerConfig> & { durable_name: string };

const areas = [...new Set(Object.values(queues).map((subject) => subject.split(".")[0] ?? ""))];

/** The stream of an area: `jobs` is JOBS, after the deployment's prefix. */
function streamName(prefix: string, area: string): string {
  return (prefix === "" ? "" : `${prefix}_`) + area.toUpperCase();
}

/** The stream of `jobs.mail` is JOBS. */
export function streamOf(prefix: string, queue: Queue): string {
  return streamOfSubject(prefix, queues[queue]);
}

/** The subject without the deployment's prefix. */
export function streamOfSubject(prefix: string, subject: string): string {
  return streamName(prefix, subject.split(".")[0] ?? "");
}

/** Creates the streams and consumers, or updates those that differ. Idempotent. */
export async function ensureTopology(manager: JetStreamManager, topology: Topology): Promise<void> {
  for (const config of streamConfigs(topology.prefix)) {
    await ensureCopies(manager, config, topology);
  }
  for (const queue of Object.keys(queues) as Queue[]) {
    const stream = streamOf(topology.prefix, queue);
    await ensureConsumer(manager, stream, consumerConfig(topology, queue));
  }
}

/** Resolves if every stream and consumer has a leader; without one, jobs do not run. */
export async function requireLeaders(manager: JetStreamManager, prefix: string): Promise<void> {
  const streams = areas.map(async (area) => {
    const { cluster, config } = await manager.streams.info(streamName(prefix, area));
    requireLeader(cluster, config.name);
  });
  const consumers = (Object.keys(queues) as Queue[]).map(async (queue) => {
    const { cluster } = await manager.consumers.info(streamOf(prefix, queue), queue);
    requireLeader(cluster, queue);
  });
  await Promise.all([...streams, ...consumers]);
}

/** A stand-alone server reports no cluster. */
function requireLeader(cluster: { leader?: string } | undefined, name: string): void {
  if (cluster === undefined || cluster.leader) return;
  throw new PartTrouble(`has no leader for ${name}: too few of its servers run`);
}

/**
 * Insufficient storage resources available: streams would reserve more than the server found when
 * it started.
 */
const promisedTooMuchCode = 10_047;
const outOfRoomCodes: number[] = [
  promisedTooMuchCode,
  10_077, // maximum bytes exceeded
  10_023, // insufficient resources
];

/** Whether the server refused for lack of room: on its disk, in its limits or in the stream's. */
export function isOutOfRoom(error: unknown): error is JetStreamApiError {
  return error instanceof JetStreamApiError && outOfRoomCodes.includes(error.code);
}

function streamConfigs(prefix: string): WantedStream[] {
  const subjectPrefix = prefix === "" ? "" : `${prefix}.`;
  const shared = {
    storage: StorageType.File,
    max_msg_size: messageBytesMax,
    duplicate_window: nanos(dedupeWindowSeconds * 1000),
  };
  return [
    {
      ...shared,
      name: streamName(prefix, "jobs"),
      subjects: [`${subjectPrefix}jobs.>`],
      retention: RetentionPolicy.Workqueue,
      // A full bus refuses messages and the outbox keeps them, so nothing is dropped.
      discard: DiscardPolicy.New,
      max_bytes: jobsBytesMax,
    },
    {
      ...shared,
      name: streamName(prefix, "events"),
      subjects: [`${subjectPrefix}events.>`],
      retention: RetentionPolicy.Limits,
      // The database keeps the events, so a slow listener must not hold up the outbox.
      discard: DiscardPolicy.Old,
      max_bytes: eventsBytesMax,
      max_age: nanos(eventsKeptSeconds * 1000),
    },
  ];
}

/** Without its own number, a consumer has as many copies as its stream. */
/**
 * Whether making room is not enough, because the server uses the room that it found when it
 * started.
 */
export function isMeasuredAtStart(error: JetStreamApiError): boolean {
  return error.code === promisedTooMuchCode;
}

function consumerConfig({ prefix, ackWaitSeconds }: Topology, queue: Queue): WantedConsumer {
  return {
    durable_name: queue,
    ack_policy: AckPolicy.Explicit,
    filter_subject: (prefix === "" ? "" : `${prefix}.`) + queues[queue],
    ack_wait: nanos(Math.round(ackWaitSeconds * 1000)),
    max_deliver: -1,
    max_ack_pending: unsettledMax,
  };
}

/** If a cluster has too few servers at the moment, the copies are made at a later start. */
async function ensureCopies(
  manager: JetStreamManager,
  config: WantedStream,
  { replicas, isClustered, onTooFewServers }: Topology,
): Promise<void> {
  const wanted = replicas ?? (isClustered ? clusterReplicas : undefined);
  if (replicas !== undefined || wanted === undefined) {
    return await ensureStream(manager, config, wanted);
  }
  try {
    await ensureStream(manager, config, wanted);
  } catch (error) {
    if (!(error instanceof JetStreamApiError)) throw error;
    onTooFewServers(`${config.name} cannot have ${wanted} copies yet: ${error.message}`);
    await ensureStream(manager, config, undefined);
  }
}

/** With `replicas` undefined, a stream keeps its copies, and a new one gets one. */
async function ensureStream(
  manager: JetStreamManager,
  config: WantedStream,
  replicas: number | undefined,
): Promise<void> {
  const present = await manager.streams.info(config.name).catch(nullIfMissing);
  const copies = replicas ?? present?.config.num_replicas ?? 1;
  const wanted = { ...config, num_replicas: copies };
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
  // Checked after the consumer: an intact stream contains everything that was handed out. A stream
  // that lost its messages on a full disk counts from one again, and its consumer would skip as
  // many as it had seen.
  const { state } = await manager.streams.info(stream);
  if (present.delivered.stream_seq > state.last_seq) {
    await manager.consumers.delete(stream, wanted.durable_name);
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
