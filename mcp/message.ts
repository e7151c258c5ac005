/** What the edge has to know of a JSON-RPC message before the SDK reads it. */
import { bearerOf, type Tool } from "./tool.ts";
import { toolsByName } from "./tools.ts";

export type ReadBody =
  | { kind: "json"; value: unknown }
  | { kind: "text"; text: string }
  | { kind: "too-large" };

/** Reads a body of at most `bytesMax`, whatever length was announced. */
export async function readJson(request: Request, bytesMax: number): Promise<ReadBody> {
  const text = await readText(request, bytesMax);
  if (text === null) return { kind: "too-large" };
  try {
    return { kind: "json", value: JSON.parse(text) };
  } catch {
    return { kind: "text", text };
  }
}

async function readText(request: Request, bytesMax: number): Promise<string | null> {
  if (Number(request.headers.get("content-length") ?? 0) > bytesMax) return null;
  if (request.body === null) return "";
  const decoder = new TextDecoder();
  let [text, bytesRead] = ["", 0];
  for await (const chunk of request.body) {
    bytesRead += chunk.byteLength;
    if (bytesRead > bytesMax) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

export type CalledTool = { tool: Tool; hasToken: boolean };

/** The tools that a message calls: one, or those of a batch of an older client. */
export function calledTools(body: ReadBody | null): CalledTool[] {
  if (body?.kind !== "json") return [];
  const messages = Array.isArray(body.value) ? body.value : [body.value];
  return messages.flatMap((message) => {
    const params = isRecord(message) && message.method === "tools/call" ? message.params : null;
    if (!isRecord(params)) return [];
    const tool = toolsByName.get(String(params.name));
    return tool === undefined ? [] : [{ tool, hasToken: bearerOf(params.arguments) !== null }];
  });
}

/** The id that an answer to the message has to carry. */
export function messageId(body: ReadBody | null): string | number | null {
  if (body?.kind !== "json" || !isRecord(body.value)) return null;
  const { id } = body.value;
  return typeof id === "string" || typeof id === "number" ? id : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
