/**
 * `node:http` around the handlers, because a test must be able to close a socket without a
 * response.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { minuteMs } from "../../../platform/time.ts";
import { multipartAsForm } from "./multipart.ts";

const BODY_BYTES_MAX = 6 * 1024 * 1024;
const KEEP_ALIVE_MS = 2 * minuteMs;

export type HttpRequest = {
  method: string;
  url: URL;
  body: string;
  headers: Record<string, string | undefined>;
};
export type HttpAnswer = { status: number; headers: Record<string, string>; body: string };

/** If a handler returns undefined, the connection is closed. */
export function listen(
  port: number,
  hostname: string,
  handle: (request: HttpRequest) => Promise<HttpAnswer | undefined>,
): void {
  const server = createServer(async (message, response) => {
    try {
      const body = await readBody(message);
      if (body === undefined) return answer(response, { status: 413, headers: {}, body: "" });
      const result = await handle({
        method: message.method ?? "GET",
        url: new URL(message.url ?? "/", `http://127.0.0.1:${port}`),
        body: await textOf(message, body),
        headers: singleValues(message),
      });
      if (result === undefined) return void message.socket.destroy();
      answer(response, result);
    } catch (error) {
      console.error(error);
      message.socket.destroy();
    }
  });
  // Long enough that a client does not reuse a connection just when it is closed for being idle.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.listen(port, hostname);
}

async function readBody(message: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message) {
    size += chunk.length;
    if (size > BODY_BYTES_MAX) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function textOf(message: IncomingMessage, body: Buffer): Promise<string> {
  const type = message.headers["content-type"] ?? "";
  if (!type.startsWith("multipart/form-data")) return body.toString("utf8");
  return multipartAsForm(body, type);
}

function singleValues({ headers }: IncomingMessage): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value?.toString()]),
  );
}

function answer(response: ServerResponse, { status, headers, body }: HttpAnswer): void {
  response.writeHead(status, headers);
  response.end(body);
}
