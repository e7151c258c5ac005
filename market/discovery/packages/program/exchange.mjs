/** One message to the service and what comes back: streamable HTTP of 2025 and of 2026-07-28. */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { eventsOf } from "./events.mjs";

const RETRY_PAUSES_MS = [250, 500, 1000, 2000, 4000];
const RETRY_AFTER_MS_MAX = 5000;
const NOT_REACHED = -32_000;
const retriedStatuses = new Set([502, 503, 504]);
const metaVersion = "io.modelcontextprotocol/protocolVersion";
/** What `Mcp-Name` repeats of a message (2026-07-28). */
const namedBy = { "tools/call": "name", "prompts/get": "name", "resources/read": "uri" };

/** A failure that another try may not have. */
class Passing extends Error {
  constructor(message, pauseMs = null) {
    super(message);
    this.pauseMs = pauseMs;
  }
}

/**
 * Hands a message on, and what it is answered to `send`. A request is always answered: where the
 * service is not reached, with an error that says so. Repeats of a call have one effect, since all of
 * them carry one idempotency key.
 */
export function createExchange({ url, key, say, send }) {
  const session = { version: null, id: null };
  const running = new Map();

  return async function exchange(message) {
    if (message?.method === "notifications/cancelled") {
      running.get(message.params?.requestId)?.abort();
      return;
    }
    const isRequest = message?.id !== undefined && message.method !== undefined;
    const abort = new AbortController();
    if (isRequest) running.set(message.id, abort);
    try {
      await deliver(message, abort.signal);
    } catch (error) {
      if (abort.signal.aborted) return;
      say(error.message);
      if (isRequest) send(failure(message.id, error.message));
    } finally {
      if (isRequest) running.delete(message.id);
    }
  };

  async function deliver(message, signal) {
    const idempotencyKey = randomUUID();
    for (let tries = 0; ; tries += 1) {
      try {
        return await attempt(message, idempotencyKey, signal);
      } catch (error) {
        const mayPass = error instanceof Passing && tries < RETRY_PAUSES_MS.length;
        if (!mayPass || signal.aborted) throw error;
        await pause(error.pauseMs ?? RETRY_PAUSES_MS[tries], undefined, { signal });
      }
    }
  }

  async function attempt(message, idempotencyKey, signal) {
    const headers = headersOf(message, { key, session, idempotencyKey });
    const response = await call(message, headers, signal);
    session.id = response.headers.get("mcp-session-id") ?? session.id;
    if (response.status === 202 || response.status === 204) return;
    const type = response.headers.get("content-type") ?? "";
    if (response.ok && type.includes("text/event-stream")) return relay(message, response);
    await answer(message, response, await textOf(response));
  }

  async function call(message, headers, signal) {
    const init = { method: "POST", headers, body: JSON.stringify(message), redirect: "manual" };
    try {
      return await fetch(url, { ...init, signal });
    } catch (error) {
      if (signal.aborted) throw error;
      const cause = error.cause?.code ?? error.cause?.message ?? error.message;
      throw new Passing(
        `The Dataset Marketplace cannot be reached at ${url} (${cause}). Check the connection and ` +
          "DATASET_MARKET_URL; nothing else is needed, the next call tries again.",
      );
    }
  }

  /** The stream of one request ends with its answer; one that ends before is asked for again. */
  async function relay(message, response) {
    let isAnswered = message.id === undefined;
    try {
      for await (const data of eventsOf(response.body)) {
        const told = JSON.parse(data);
        if (told.id === message.id && told.method === undefined) isAnswered = true;
        pass(message, told);
      }
    } catch (error) {
      if (isAnswered) return;
      throw new Passing(`The answer of ${url} broke off (${error.message}).`);
    }
    if (!isAnswered) throw new Passing(`The answer of ${url} ended too early.`);
  }

  async function answer(message, response, text) {
    const body = parsed(text);
    if (isMessage(body)) {
      for (const one of [body].flat()) pass(message, one);
      return;
    }
    const { status } = response;
    if (retriedStatuses.has(status)) throw new Passing(refused(status, body), waitOf(response));
    throw new Error(refused(status, body, response.headers.get("location")));
  }

  function pass(asked, told) {
    if (asked.method === "initialize" && told.id === asked.id) {
      session.version = told.result?.protocolVersion ?? null;
    }
    // A refusal that knows of no id answers what was asked here.
    send(told.id === null && asked.id !== undefined ? { ...told, id: asked.id } : told);
  }

  function refused(status, body, location = null) {
    if (location !== null) return `${url} leads to ${location}: set DATASET_MARKET_URL to that.`;
    const words = body?.detail ?? body?.title;
    const said = typeof words === "string" ? `: ${words}` : ", and nothing that MCP knows.";
    return `${url} answered with ${status}${said}`;
  }
}

function headersOf(message, { key, session, idempotencyKey }) {
  const modern = message?.params?._meta?.[metaVersion];
  const version = modern ?? session.version;
  const name = message?.params?.[namedBy[message.method]];
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "idempotency-key": idempotencyKey,
  };
  if (key !== null) headers.authorization = `Bearer ${key}`;
  if (version) headers["mcp-protocol-version"] = version;
  if (session.id) headers["mcp-session-id"] = session.id;
  if (modern && message.method) headers["mcp-method"] = message.method;
  if (modern && typeof name === "string") headers["mcp-name"] = headerValue(name);
  return headers;
}

/** What a header cannot hold as it is goes as Base64, marked as such (SEP-2243). */
function headerValue(text) {
  const isPlain = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text);
  if (isPlain && !text.startsWith("=?base64?")) return text;
  return `=?base64?${Buffer.from(text).toString("base64")}?=`;
}

async function textOf(response) {
  try {
    return await response.text();
  } catch (error) {
    throw new Passing(`The answer broke off (${error.message}).`);
  }
}

function waitOf({ headers }) {
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) ? Math.min(seconds * 1000, RETRY_AFTER_MS_MAX) : null;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isMessage(body) {
  return [body].flat().every((one) => one?.jsonrpc === "2.0");
}

function failure(id, message) {
  return { jsonrpc: "2.0", id, error: { code: NOT_REACHED, message } };
}
