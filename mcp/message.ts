/** Reads the parts of a JSON-RPC message that the edge needs before the SDK handles it. */
import {
  BODY_JSON_DEPTH_MAX,
  BODY_JSON_ELEMENTS_MAX,
  BODY_JSON_KEYS_MAX,
} from "../market/limits.ts";
import { type JsonShapeExcess, jsonShapeExcess } from "../platform/json-shape.ts";
import { BrokenBodyError, readBody } from "../platform/read-body.ts";
import { bearerOf, type Tool } from "./tool.ts";
import { toolsByName } from "./tools.ts";

export type ReadBody =
  | { kind: "json"; value: unknown }
  | { kind: "text"; text: string }
  | { kind: "broken" }
  | { kind: "too-large" }
  | { kind: "too-complex"; excess: JsonShapeExcess };

/** The API's limits, plus the message's own objects around the arguments. */
const shapeLimits = {
  depthMax: BODY_JSON_DEPTH_MAX + 4,
  keysMax: BODY_JSON_KEYS_MAX,
  elementsMax: BODY_JSON_ELEMENTS_MAX,
};

/** Reads at most `bytesMax`, whatever was announced. Checks the shape before it parses values. */
export async function readJson(request: Request, bytesMax: number): Promise<ReadBody> {
  const bytes = await readBody(request, bytesMax).catch((error: unknown) => {
    if (error instanceof BrokenBodyError) return "broken" as const;
    throw error;
  });
  if (bytes === "broken") return { kind: "broken" };
  if (bytes === null) return { kind: "too-large" };
  const excess = jsonShapeExcess(bytes, shapeLimits);
  if (excess !== null) return { kind: "too-complex", excess };
  const text = new TextDecoder().decode(bytes);
  try {
    return { kind: "json", value: JSON.parse(text) };
  } catch {
    return { kind: "text", text };
  }
}

export type CalledTool = {
  tool: Tool;
  hasToken: boolean;
  /** As received, not validated. */
  args: unknown;
  meta: unknown;
};

/** The message, or the messages of an older client's batch. */
function messagesOf(body: ReadBody | null): unknown[] {
  if (body?.kind !== "json") return [];
  return Array.isArray(body.value) ? body.value : [body.value];
}

export function calledTools(body: ReadBody | null): CalledTool[] {
  return messagesOf(body).flatMap((message) => {
    const params = isRecord(message) && message.method === "tools/call" ? message.params : null;
    if (!isRecord(params)) return [];
    const tool = toolsByName.get(String(params.name));
    if (tool === undefined) return [];
    const { arguments: args, _meta: meta } = params;
    return [{ tool, hasToken: bearerOf(args) !== null, args, meta }];
  });
}

/** The unknown tool that the message, and no other one beside it, calls. */
export function unknownTool(body: ReadBody | null): string | null {
  if (body?.kind !== "json" || !isRecord(body.value)) return null;
  const { method, params } = body.value;
  if (method !== "tools/call" || !isRecord(params) || typeof params.name !== "string") return null;
  return toolsByName.has(params.name) ? null : params.name;
}

/** `isOnlyCalls`: neither lists, resources nor prompts are asked for. */
export type Needed = { tools: ReadonlySet<Tool>; isOnlyCalls: boolean };

/** The tools that the message calls, so that the server registers only these. */
export function neededTools(body: ReadBody | null, called: readonly CalledTool[]): Needed {
  const isOnlyCalls = called.length > 0 && called.length === messagesOf(body).length;
  return { tools: new Set(called.map(({ tool }) => tool)), isOnlyCalls };
}

/** The call of a read-only tool, if the message consists of only this call. */
export function soleRead(body: ReadBody | null, called: readonly CalledTool[]): CalledTool | null {
  const [call = null] = called;
  if (call === null || messagesOf(body).length > 1) return null;
  return call.tool.annotations.readOnlyHint ? call : null;
}

export function messageId(body: ReadBody | null): string | number | null {
  if (body?.kind !== "json" || !isRecord(body.value)) return null;
  const { id } = body.value;
  return typeof id === "string" || typeof id === "number" ? id : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
