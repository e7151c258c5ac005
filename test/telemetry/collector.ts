/**
 * A stand-in for a collector: accepts OTLP over HTTP on loopback and decodes it by the protocol's
 * own field numbers (https://github.com/open-telemetry/opentelemetry-proto), with a different
 * package from the encoder's.
 */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Root } from "protobufjs";
import descriptor from "./otlp.json" with { type: "json" };

type Attributes = Record<string, unknown>;
export type CollectedSpan = {
  service: string;
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  /** Clock time in milliseconds. */
  startMs: number;
  endMs: number;
  attributes: Attributes;
  status: number;
  statusMessage: string;
  events: number;
};
export type CollectedLog = { service: string; severity: string; body: unknown; traceId: string } & {
  attributes: Attributes;
};

/**
 * ok: accepts; refuse: 500; hang: never answers; throttle: 429, retry tomorrow; drip: begins an
 * answer and never ends it; lead: redirects to another address.
 */
export type Manner = "ok" | "refuse" | "hang" | "throttle" | "drip" | "lead";
export type Collector = Awaited<ReturnType<typeof startCollector>>;

type AnyValue = {
  stringValue?: string;
  boolValue?: boolean;
  intValue?: number;
  doubleValue?: number;
  arrayValue?: { values: AnyValue[] };
  kvlistValue?: { values: KeyValue[] };
};
type KeyValue = { key: string; value?: AnyValue };
type Resource = { attributes: KeyValue[] };
type DecodedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  kind: number;
  startTimeUnixNano: number;
  endTimeUnixNano: number;
  attributes: KeyValue[];
  events: unknown[];
  status?: { code: number; message: string };
};
type DecodedLog = {
  traceId: string;
  severityText: string;
  body?: AnyValue;
  attributes: KeyValue[];
};
const root = Root.fromJSON(descriptor);

/** Missing fields have their defaults, as the protocol requires. */
function decode<Message>(type: string, bytes: Uint8Array): Message {
  const message = root.lookupType(type);
  const options = { longs: Number, bytes: String, arrays: true };
  const empty = { traceId: "", spanId: "", parentSpanId: "" };
  return { ...empty, ...message.toObject(message.decode(bytes), options) } as Message;
}

const hex = (base64 = "") => Buffer.from(base64, "base64").toString("hex");

function anyOf(any: AnyValue = {}): unknown {
  if (any.kvlistValue !== undefined) return attributesOf(any.kvlistValue.values);
  if (any.arrayValue !== undefined) return any.arrayValue.values.map(anyOf);
  return any.stringValue ?? any.intValue ?? any.doubleValue ?? any.boolValue ?? "";
}

function attributesOf(list: KeyValue[] = []): Attributes {
  return Object.fromEntries(list.map(({ key, value }) => [key, anyOf(value)]));
}

const serviceOf = (resource: Resource | undefined) =>
  String(attributesOf(resource?.attributes)["service.name"]);

function readTraces(body: Uint8Array): CollectedSpan[] {
  type Request = {
    resourceSpans: { resource?: Resource; scopeSpans: { spans: DecodedSpan[] }[] }[];
  };
  return decode<Request>("TracesRequest", body).resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        service: serviceOf(resource),
        name: span.name,
        kind: span.kind,
        traceId: hex(span.traceId),
        spanId: hex(span.spanId),
        parentSpanId: hex(span.parentSpanId),
        startMs: span.startTimeUnixNano / 1e6,
        endMs: span.endTimeUnixNano / 1e6,
        attributes: attributesOf(span.attributes),
        status: span.status?.code ?? 0,
        statusMessage: span.status?.message ?? "",
        events: span.events.length,
      })),
    ),
  );
}

function readLogs(body: Uint8Array): CollectedLog[] {
  type Request = {
    resourceLogs: { resource?: Resource; scopeLogs: { logRecords: DecodedLog[] }[] }[];
  };
  return decode<Request>("LogsRequest", body).resourceLogs.flatMap(({ resource, scopeLogs }) =>
    scopeLogs.flatMap(({ logRecords }) =>
      logRecords.map((record) => ({
        service: serviceOf(resource),
        severity: record.severityText,
        body: anyOf(record.body),
        traceId: hex(record.traceId),
        attributes: attributesOf(record.attributes),
      })),
    ),
  );
}

function misbehave(manner: Exclude<Manner, "ok">, response: ServerResponse): void {
  if (manner === "refuse") response.writeHead(500).end();
  if (manner === "throttle") response.writeHead(429, { "retry-after": "86400" }).end();
  if (manner === "lead") response.writeHead(307, { location: "/elsewhere" }).end();
  if (manner !== "drip") return;
  response.writeHead(200, { "content-type": "application/x-protobuf" });
  const dripping = setInterval(() => response.write("x"), 20);
  response.on("close", () => clearInterval(dripping));
}

/** Listens until it is closed; stores the decoded requests. */
export async function startCollector() {
  const spans: CollectedSpan[] = [];
  const logs: CollectedLog[] = [];
  const requests: { path: string; headers: IncomingHttpHeaders }[] = [];
  const bodies: Buffer[] = [];
  const state: { manner: Manner } = { manner: "ok" };
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk as Uint8Array);
    const body = Buffer.concat(chunks);
    const { url: path = "", headers } = request;
    requests.push({ path, headers });
    if (state.manner !== "ok") return void misbehave(state.manner, response);
    bodies.push(body);
    if (path === "/v1/traces") spans.push(...readTraces(body));
    if (path === "/v1/logs") logs.push(...readLogs(body));
    response.writeHead(200, { "content-type": "application/x-protobuf" }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    logs,
    requests,
    /** All received bytes, to search for data that must not be in them. */
    bytes: () => Buffer.concat(bodies),
    /** Ends dripping answers, as if the collector had restarted. */
    behave(manner: Manner) {
      if (state.manner === "drip") server.closeAllConnections();
      state.manner = manner;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
