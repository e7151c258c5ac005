/**
 * Handles one request of Stripe's API: key, faults, idempotency, the operation, its events, the
 * response.
 */
import { runEffect, settle, type TakenFaults } from "../effects.ts";
import type { Webhooks } from "../events/webhooks.ts";
import type { Faults } from "../faults.ts";
import { findOperation } from "../operations.ts";
import type { Store } from "../store.ts";
import { expandAnswer } from "./expand.ts";
import { errorBody, StripeFailure } from "./failure.ts";
import {
  type Answered,
  createIdempotency,
  hashParams,
  type KeyedRequest,
  readKey,
} from "./idempotency.ts";
import { newId } from "./ids.ts";
import { decodeForm } from "./params.ts";

type ApiRequest = {
  method: string;
  path: string;
  query: string;
  body: string;
  /** Lower-case names. */
  headers: Record<string, string | undefined>;
};
type ApiAnswer = Answered & { headers: Record<string, string> };
export type LogEntry = {
  request_id: string;
  at: string;
  method: string;
  path: string;
  operation: string | null;
  idempotency_key: string | null;
  params: object;
  faults: string[];
  replayed: boolean;
  /** Null if the connection was closed without a response. */
  status: number | null;
  error_code: string | null;
};

export type Api = {
  /** Undefined means that the connection is closed without a response. */
  handle(request: ApiRequest): Promise<ApiAnswer | undefined>;
};

export type ApiOptions = {
  store: Store;
  webhooks: Webhooks;
  tasks: { wake(): void };
  faults: Faults;
  secretKey: string;
  apiVersion: string;
  baseUrl: string;
  log(entry: LogEntry): void;
};

type Context = {
  options: ApiOptions;
  request: ApiRequest;
  requestId: string;
  entry: LogEntry;
};

/** The API over a store; it answers every request under `/v1/`. */
export function createApi(options: ApiOptions): Api {
  const idempotency = createIdempotency(options.store);
  return {
    async handle(request) {
      const requestId = newId("req");
      const entry = newEntry(request, requestId);
      const context = { options, request, requestId, entry };
      let answer: ApiAnswer | undefined;
      try {
        answer = await handleKnown(context, idempotency);
      } catch (error) {
        answer = refusal(error, requestId);
      }
      entry.status = answer?.status ?? null;
      const { error } = (answer?.body ?? {}) as { error?: { code?: string; type: string } };
      entry.error_code = error?.code ?? error?.type ?? null;
      options.log(entry);
      return answer === undefined ? undefined : withCommonHeaders(context, answer);
    },
  };
}

function newEntry(request: ApiRequest, requestId: string): LogEntry {
  return {
    request_id: requestId,
    at: new Date().toISOString(),
    method: request.method,
    path: request.path,
    operation: null,
    idempotency_key: request.headers["idempotency-key"] ?? null,
    params: {},
    faults: [],
    replayed: false,
    status: null,
    error_code: null,
  };
}

async function handleKnown(
  context: Context,
  idempotency: ReturnType<typeof createIdempotency>,
): Promise<ApiAnswer | undefined> {
  const { request, options, entry } = context;
  checkKey(request, options.secretKey);
  refuseOtherAccounts(request);
  const found = findOperation(request.method, request.path);
  if (found === undefined) throw unknownAddress(request);
  entry.operation = found.operation.name;
  const faults = options.faults.take(
    found.operation.name,
    `${request.path}?${request.query}&${request.body}`,
  );
  entry.faults = [...faults.keys()];
  if (faults.has("refuse_connection_before")) return undefined;
  if (faults.has("status_500_before")) throw serverError();
  if (faults.has("rate_limit")) throw rateLimited();

  const isPost = request.method === "POST";
  const key = isPost ? readKey(request.headers["idempotency-key"]) : undefined;
  const release = key === undefined ? () => false : idempotency.lock(key);
  try {
    const keyed =
      key === undefined
        ? undefined
        : { key, path: request.path, paramsHash: hashParams(request.body) };
    const done = execute(context, { ...found, faults, keyed, idempotency });
    await settle(options, faults, done.deliveries);
    return faults.has("drop_answer") ? undefined : done.answer;
  } finally {
    release();
  }
}

type Execution = NonNullable<ReturnType<typeof findOperation>> & {
  faults: TakenFaults;
  keyed: KeyedRequest | undefined;
  idempotency: ReturnType<typeof createIdempotency>;
};

/**
 * The effect, its events and the stored response form one transaction: a kill leaves all or
 * nothing.
 */
function execute(
  context: Context,
  { operation, id, faults, keyed, idempotency }: Execution,
): { answer: ApiAnswer; deliveries: number[] } {
  const { options, request, requestId, entry } = context;
  const { store } = options;
  const now = Math.floor(Date.now() / 1000);
  const input = decodeForm(request.method === "POST" ? request.body : request.query);
  entry.params = input;
  const transaction = store.database.transaction(() => {
    const kept = keyed === undefined ? undefined : idempotency.replay(keyed, now);
    if (kept !== undefined) {
      entry.replayed = true;
      const headers = {
        "idempotent-replayed": "true",
        "original-request": kept.requestId,
      };
      return { answer: { ...kept, headers }, deliveries: [] };
    }
    const ofRequest = { id: requestId, idempotency_key: keyed?.key ?? null };
    const effect = runEffect(options, { id, now, faults, request: ofRequest }, (call) =>
      expandAnswer(store, operation.run(call, input), input.expand),
    );
    let answer: ApiAnswer =
      effect.failure === undefined
        ? { status: 200, body: effect.value, headers: {} }
        : refusal(effect.failure, requestId);
    if (faults.has("status_500_after")) {
      answer = refusal(serverError(), requestId);
      answer.headers["stripe-should-retry"] = "false";
    }
    if (keyed !== undefined) idempotency.keep(keyed, now, answer, requestId);
    return { answer, deliveries: effect.deliveries };
  });
  return transaction.immediate();
}

function refusal(error: unknown, requestId: string): ApiAnswer {
  if (!(error instanceof StripeFailure)) {
    console.error(error);
    return refusal(serverError(), requestId);
  }
  return {
    status: error.status,
    body: errorBody(error.error, requestId),
    headers: { ...error.headers },
  };
}

function withCommonHeaders(context: Context, answer: ApiAnswer): ApiAnswer {
  const { request, requestId, options, entry } = context;
  const key = entry.idempotency_key;
  const headers: Record<string, string> = {
    "content-type": "application/json",
    "cache-control": "no-cache, no-store",
    "request-id": requestId,
    "stripe-version": request.headers["stripe-version"] ?? options.apiVersion,
    ...(key === null || request.method !== "POST"
      ? {}
      : { "idempotency-key": key, "original-request": requestId }),
    ...answer.headers,
  };
  return { ...answer, headers };
}

function checkKey({ headers }: ApiRequest, secretKey: string): void {
  const [scheme = "", value = ""] = (headers.authorization ?? "").split(" ");
  const isBasic = scheme.toLowerCase() === "basic";
  const key = isBasic ? (Buffer.from(value, "base64").toString().split(":")[0] ?? "") : value;
  if (key === secretKey) return;
  const message =
    key === ""
      ? "You did not provide an API key. You need to provide your API key in the Authorization " +
        "header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See " +
        "https://stripe.com/docs/api#authentication for details, or we can help at " +
        "https://support.stripe.com/."
      : `Invalid API Key provided: ${key.slice(0, 8)}${"*".repeat(8)}${key.slice(-4)}`;
  const realm = { "www-authenticate": 'Basic realm="Stripe"' };
  throw new StripeFailure(401, { type: "invalid_request_error", message }, realm);
}

/**
 * Refuses calls on behalf of a connected account, because the stand-in would not separate the two.
 */
function refuseOtherAccounts({ headers }: ApiRequest): void {
  const account = headers["stripe-account"];
  if (account === undefined) return;
  throw new StripeFailure(403, {
    type: "invalid_request_error",
    code: "account_invalid",
    message: `The stand-in takes no calls in the name of a connected account (${account}).`,
  });
}

function unknownAddress({ method, path }: ApiRequest): StripeFailure {
  const message =
    `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can ` +
    "help at https://support.stripe.com/.";
  return new StripeFailure(404, { type: "invalid_request_error", message });
}

function serverError(): StripeFailure {
  const message = "An unknown error occurred. Contact us at https://support.stripe.com/.";
  return new StripeFailure(500, { type: "api_error", message });
}

function rateLimited(): StripeFailure {
  const message =
    "Request rate limit exceeded. You can learn more about rate limits here " +
    "https://stripe.com/docs/rate-limits.";
  const error = { type: "invalid_request_error", code: "rate_limit", message } as const;
  return new StripeFailure(429, error, { "stripe-rate-limited-reason": "global-rate" });
}
