/** Converts between fetch requests and the Node requests that the provider takes. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { toFetchResponse, toReqRes } from "fetch-to-node";

export type NodeExchange = { req: IncomingMessage; res: ServerResponse };

/** Not forwarded: connection headers, and those of a sign-in that the provider does not keep. */
const droppedHeaders = ["connection", "date", "content-length", "transfer-encoding", "vary"];

/**
 * The request as sent to the public address, whatever proxies changed. `body`: already read within
 * its limit.
 */
export function toNode(request: Request, publicBaseUrl: string, body?: Uint8Array): NodeExchange {
  const base = new URL(publicBaseUrl);
  const { method, headers, url } = request;
  const hasBody = body !== undefined && body.byteLength > 0;
  const own = new Request(url, { method, headers, ...(hasBody ? { body: body.slice() } : {}) });
  const { req, res } = toReqRes(own);
  const prefix = base.pathname.replace(/\/$/, "");
  Object.assign(req, { originalUrl: `${prefix}${req.url}` });
  // Koa reads from the socket whether the connection is encrypted, but there is no socket here.
  Object.defineProperty(req, "socket", { value: { encrypted: base.protocol === "https:" } });
  req.headers.host = base.host;
  delete req.headers.origin;
  if (hasBody) req.headers["content-length"] = String(body.byteLength);
  return { req, res };
}

/** The provider's answer without cookies of the name `droppedCookie`. */
export async function fromNode(res: ServerResponse, droppedCookie: string): Promise<Response> {
  const answer = await toFetchResponse(res);
  const headers = new Headers(answer.headers);
  const cookies = answer.headers.getSetCookie();
  for (const name of [...droppedHeaders, "set-cookie"]) headers.delete(name);
  for (const cookie of cookies) {
    if (!cookie.startsWith(droppedCookie)) headers.append("set-cookie", cookie);
  }
  const body = answer.status === 204 || answer.status === 304 ? null : await answer.text();
  return new Response(body === "" ? null : body, { status: answer.status, headers });
}
