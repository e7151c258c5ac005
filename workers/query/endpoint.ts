/** Answers the API's queries: `POST /v1/query`, authenticated by the shared secret. */
import { createHash } from "node:crypto";
import { answerHealth, type Probe } from "../../platform/health.ts";
import type { QueryRefusal } from "../../platform/query/port.ts";
import { nullIfBroken, readBody } from "../../platform/read-body.ts";
import { isMadeByOneOf, type SecretList } from "../../platform/secrets/secret-list.ts";
import { tracedEntry } from "../../platform/telemetry/tracing.ts";
import type { QueryRunner } from "./query-runner.ts";
import { type RunRequest, requestSchema } from "./run-request.ts";

const bodyBytesMax = 512 * 1024;

export function createEndpoint(
  runner: QueryRunner,
  options: { secrets: SecretList; serving: Probe },
): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname } = new URL(request.url);
    const health = await answerHealth(pathname, { serving: options.serving });
    if (health !== null) return health;
    if (pathname !== "/v1/query" || request.method !== "POST") {
      return new Response("There is no such address.\n", { status: 404 });
    }
    if (!knowsSecret(request, options.secrets)) {
      return new Response("This address is only for the API.\n", { status: 401 });
    }
    const asked = await readRequest(request);
    if (asked === null) return new Response("This is not a query of the API.\n", { status: 400 });
    const parent = request.headers.get("traceparent");
    const answer = await tracedEntry("run query", { kind: "server", parent }, () =>
      runner.run(asked, request.signal),
    );
    return answer.kind === "answered"
      ? new Response(answer.body, { headers: { "content-type": "application/json" } })
      : refusalResponse(answer.refusal);
  };
}

/**
 * 422 tells the API that the body is a refusal of the query, whatever status the API then sends.
 */
function refusalResponse(refusal: QueryRefusal): Response {
  return Response.json(refusal, { status: 422 });
}

async function readRequest(request: Request): Promise<RunRequest | null> {
  const body = await readBody(request, bodyBytesMax).catch(nullIfBroken);
  if (body === null) return null;
  try {
    const parsed = requestSchema.safeParse(JSON.parse(new TextDecoder().decode(body)));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

function knowsSecret(request: Request, secrets: SecretList): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest("hex");
  const given = digest(request.headers.get("authorization") ?? "");
  return isMadeByOneOf(secrets, given, (secret) => digest(`Bearer ${secret}`));
}
