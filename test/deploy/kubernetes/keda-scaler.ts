/**
 * KEDA's requests to NATS and its use of the answers, reimplemented from
 * `pkg/scalers/nats_jetstream_scaler.go` of KEDA 2.20 for tests without a cluster. A scaler that
 * met an error is recreated, as in KEDA.
 */
import { z } from "zod";

export type Trigger = {
  natsServerMonitoringEndpoint: string;
  account: string;
  stream: string;
  consumer: string;
  activationLagThreshold: string;
};

export type Reading = { lag: number; isActive: boolean };

const consumerSchema = z.object({
  name: z.string(),
  num_pending: z.int(),
  num_ack_pending: z.int(),
  cluster: z.object({ leader: z.string().default("") }).default({ leader: "" }),
});
const streamSchema = z.object({
  name: z.string(),
  consumer_detail: z.array(consumerSchema).nullish(),
});
const accountsSchema = z.object({
  account_details: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        stream_detail: z.array(streamSchema).nullish(),
      }),
    )
    .nullish(),
  meta_cluster: z.object({ cluster_size: z.int() }).nullish(),
});
const serverSchema = z.object({
  server_name: z.string(),
  connect_urls: z.array(z.string()).nullish(),
  cluster: z.object({ urls: z.array(z.string()).nullish() }).default({}),
});

type Consumer = z.infer<typeof consumerSchema>;
type Stream = z.infer<typeof streamSchema>;
type Accounts = z.infer<typeof accountsSchema>;
type State = { stream: Stream | null; leader: string; leaderUrl: string | null };

const unread = (): State => ({ stream: { name: "" }, leader: "", leaderUrl: null });

/** Reads the lag like KEDA at each `pollingInterval`. Rejects where KEDA has an error. */
export function openKedaScaler(trigger: Trigger): { read: () => Promise<Reading> } {
  let state = unread();
  return {
    async read() {
      try {
        await look(trigger, state);
        if (state.stream === null) throw new Error("stream not found");
        const found = consumerIn(state.stream, trigger);
        if (found === undefined) throw new Error(`consumer ${trigger.consumer} not found`);
        const lag = found.num_pending + found.num_ack_pending;
        return { lag, isActive: lag > Number(trigger.activationLagThreshold) };
      } catch (cause) {
        state = unread();
        throw cause;
      }
    },
  };
}

/**
 * With several servers only the consumer's leader knows the lag, and is found by its server name.
 */
async function look(trigger: Trigger, state: State): Promise<void> {
  const endpoint = trigger.natsServerMonitoringEndpoint;
  const known = state.leader;
  const answer = await askAccounts(state.leaderUrl ?? jszOf(endpoint, trigger));
  const isFound = remember(answer, trigger, state);
  if (known !== "" && !isFound) Object.assign(state, { leader: "", leaderUrl: null, stream: null });
  if (isFound && known !== "" && known === state.leader) return;
  if ((answer.meta_cluster?.cluster_size ?? 0) <= 1) return;

  const { connect_urls: advertised, cluster } = await askServer(endpoint);
  const isAdvertised = (advertised ?? []).length > 0;
  const port = endpoint.split(":")[1];
  for (const address of isAdvertised ? (advertised ?? []) : (cluster.urls ?? [])) {
    // If nodes advertise nothing, the first part of a route's name is put before the endpoint.
    const host = isAdvertised
      ? `${address.split(":")[0]}:${port}`
      : `${address.split(".")[0]}.${endpoint}`;
    const node = isAdvertised ? (await askServer(host)).server_name : (address.split(".")[0] ?? "");
    const url = jszOf(host, trigger);
    const told = await askAccounts(url);
    const consumer = consumerIn(streamIn(told, trigger), trigger);
    if (consumer?.cluster.leader !== node) continue;
    remember(told, trigger, state);
    state.leaderUrl = url;
    return;
  }
  throw new Error(`leader node not found for consumer ${trigger.consumer}`);
}

/** A stream that is no longer reported keeps its last figures. */
function remember(answer: Accounts, trigger: Trigger, state: State): boolean {
  const stream = streamIn(answer, trigger);
  if (stream === undefined) return false;
  state.stream = stream;
  const consumer = consumerIn(stream, trigger);
  if (consumer === undefined) return false;
  state.leader = consumer.cluster.leader;
  return true;
}

function streamIn({ account_details }: Accounts, { account, stream }: Trigger): Stream | undefined {
  return account_details
    ?.find(({ id, name }) => id === account || name === account)
    ?.stream_detail?.find(({ name }) => name === stream);
}

function consumerIn(stream: Stream | undefined, { consumer }: Trigger): Consumer | undefined {
  return stream?.consumer_detail?.find(({ name }) => name === consumer);
}

function jszOf(host: string, { account }: Trigger): string {
  return `http://${host}/jsz?${new URLSearchParams({ acc: account, config: "true", consumers: "true" })}`;
}

async function askAccounts(url: string): Promise<Accounts> {
  return accountsSchema.parse(await (await fetch(url)).json());
}

async function askServer(host: string): Promise<z.infer<typeof serverSchema>> {
  return serverSchema.parse(await (await fetch(`http://${host}/varz`)).json());
}
