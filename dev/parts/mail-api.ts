/**
 * Resend's HTTP API as far as the marketplace uses it, with its documented errors
 * (https://resend.com/docs/api-reference/errors) and idempotency keys (kept for 24 hours).
 */
import { createHash, randomUUID } from "node:crypto";
import { z } from "zod";
import { hourMs } from "../../platform/time.ts";
import type { Mail, MailStore } from "./mail-store.ts";

const IDEMPOTENCY_KEY_LENGTH_MAX = 256;
const IDEMPOTENCY_HOURS = 24;
const RECIPIENTS_MAX = 50;
const LIST_LIMIT_MAX = 100;

const address = z
  .string()
  .regex(
    /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
    "The email address needs to follow the `email@example.com` or `Name <email@example.com>` format.",
  );
const addresses = z
  .union([address.transform((one) => [one]), z.array(address).max(RECIPIENTS_MAX)])
  .optional();

const sendSchema = z.object({
  from: address,
  to: z.union([address.transform((one) => [one]), z.array(address).min(1).max(RECIPIENTS_MAX)]),
  cc: addresses,
  bcc: addresses,
  reply_to: addresses,
  subject: z.string(),
  html: z.string().optional(),
  text: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  tags: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
});

const faultsSchema = z.object({
  fail_next: z.number().int().min(0),
  status: z.number().int().min(400).max(599).default(500),
});

const listSchema = z.object({
  limit: z.coerce.number().int().min(1).max(LIST_LIMIT_MAX).default(20),
  after: z.string().optional(),
  before: z.string().optional(),
});

const faultNames: Record<number, string> = {
  401: "missing_api_key",
  403: "invalid_api_key",
  422: "validation_error",
  429: "rate_limit_exceeded",
};

export type MailApi = {
  sendEmail(request: Request): Promise<Response>;
  listEmails(request: Request): Response;
  getEmail(request: Request, id: string): Response;
  /** `POST /_faults {fail_next, status}`: the next `fail_next` sends fail with that status. */
  setFaults(request: Request): Promise<Response>;
  refuseUnknown(): Response;
};

/** The API's handlers over a store; only `apiKey` is accepted as a bearer token. */
export function createMailApi(store: MailStore, apiKey: string): MailApi {
  let faults = { fail_next: 0, status: 500 };
  return {
    async sendEmail(request) {
      const refusal = refuseKey(request, apiKey);
      if (refusal) return refusal;
      if (faults.fail_next > 0) {
        faults = { ...faults, fail_next: faults.fail_next - 1 };
        return errorResponse(
          faults.status,
          faultNames[faults.status] ?? "internal_server_error",
          "A fault that a test asked for.",
        );
      }
      return send(request, store);
    },
    listEmails: (request) => refuseKey(request, apiKey) ?? list(request, store),
    getEmail(request, id) {
      const refusal = refuseKey(request, apiKey);
      if (refusal) return refusal;
      const mail = store.find(id);
      if (mail === undefined) return errorResponse(404, "not_found", "Email not found");
      return Response.json({ object: "email", ...publicFields(mail) });
    },
    async setFaults(request) {
      const parsed = faultsSchema.safeParse(await readJson(request));
      if (!parsed.success) {
        return errorResponse(422, "validation_error", z.prettifyError(parsed.error));
      }
      faults = parsed.data;
      return Response.json(faults);
    },
    refuseUnknown: () => errorResponse(404, "not_found", "The requested endpoint does not exist"),
  };
}

async function send(request: Request, store: MailStore): Promise<Response> {
  const key = request.headers.get("Idempotency-Key");
  if (key !== null && (key.length < 1 || key.length > IDEMPOTENCY_KEY_LENGTH_MAX)) {
    const message = `The key must be between 1-${IDEMPOTENCY_KEY_LENGTH_MAX} chars.`;
    return errorResponse(400, "invalid_idempotency_key", message);
  }
  const body = await readJson(request);
  const parsed = sendSchema.safeParse(body);
  if (!parsed.success) return refuseBody(body, parsed.error);
  if (parsed.data.html === undefined && parsed.data.text === undefined) {
    return errorResponse(422, "validation_error", "Missing `html` or `text` field.");
  }

  const bodyHash = createHash("sha256").update(JSON.stringify(body)).digest("hex");
  const since = new Date(Date.now() - IDEMPOTENCY_HOURS * hourMs);
  const earlier = key === null ? undefined : store.findByIdempotencyKey(key, since);
  if (earlier !== undefined) {
    if (earlier.idempotency?.bodyHash === bodyHash) return Response.json({ id: earlier.id });
    const message = "Same idempotency key used with a different request payload.";
    return errorResponse(409, "invalid_idempotent_request", message);
  }
  const mail = toMail(parsed.data, key === null ? null : { key, bodyHash });
  store.add(mail);
  return Response.json({ id: mail.id });
}

function toMail(sent: z.infer<typeof sendSchema>, idempotency: Mail["idempotency"]): Mail {
  return {
    id: randomUUID(),
    created_at: new Date().toISOString(),
    from: sent.from,
    to: sent.to,
    cc: sent.cc ?? [],
    bcc: sent.bcc ?? [],
    reply_to: sent.reply_to ?? [],
    subject: sent.subject,
    html: sent.html ?? null,
    text: sent.text ?? null,
    headers: sent.headers ?? {},
    tags: sent.tags ?? [],
    idempotency,
  };
}

function list(request: Request, store: MailStore): Response {
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const parsed = listSchema.safeParse(query);
  if (!parsed.success) {
    return errorResponse(422, "validation_error", z.prettifyError(parsed.error));
  }
  const { limit, after, before } = parsed.data;
  const mails = store.list();
  const from = after === undefined ? 0 : mails.findIndex((mail) => mail.id === after) + 1;
  const to = before === undefined ? mails.length : mails.findIndex((mail) => mail.id === before);
  const wanted = before === undefined ? mails.slice(from) : mails.slice(0, to).slice(-limit);
  const data = wanted.slice(0, limit).map((mail) => {
    const { html: _html, text: _text, ...fields } = publicFields(mail);
    return fields;
  });
  const hasMore = before === undefined ? wanted.length > limit : to > limit;
  return Response.json({ object: "list", has_more: hasMore, data });
}

function publicFields(mail: Mail) {
  const { idempotency: _idempotency, headers: _headers, ...fields } = mail;
  return { ...fields, last_event: "delivered", scheduled_at: null };
}

function refuseKey(request: Request, apiKey: string): Response | undefined {
  const authorization = request.headers.get("Authorization");
  if (!authorization?.startsWith("Bearer ")) {
    return errorResponse(401, "missing_api_key", "Missing API key in the authorization header.");
  }
  if (authorization === `Bearer ${apiKey}`) return undefined;
  return errorResponse(403, "invalid_api_key", "API key is invalid");
}

function refuseBody(body: unknown, error: z.ZodError): Response {
  const [issue] = error.issues;
  const field = String(issue?.path[0] ?? "body");
  const isObject = typeof body === "object" && body !== null;
  if (isObject && !(field in body)) {
    return errorResponse(422, "missing_required_field", `Missing \`${field}\` field.`);
  }
  if (field === "from") {
    const message = `Invalid \`from\` field. ${issue?.message ?? ""}`.trim();
    return errorResponse(422, "invalid_from_address", message);
  }
  return errorResponse(422, "validation_error", `Invalid \`${field}\` field. ${issue?.message}`);
}

async function readJson(request: Request): Promise<unknown> {
  try {
    return await request.json();
  } catch {
    return undefined;
  }
}

function errorResponse(statusCode: number, name: string, message: string): Response {
  return Response.json({ statusCode, message, name }, { status: statusCode });
}
