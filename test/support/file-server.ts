/** A server of files on loopback, with ranges, whose behaviour a test may change. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { forFile } from "./for-file.ts";

type FileHandler = (request: IncomingMessage, response: ServerResponse) => void;

export type FileServer = Awaited<ReturnType<typeof openFileServer>>;

async function openFileServer() {
  const files = new Map<string, { bytes: Uint8Array; etag: string }>();
  const requests: { path: string; range: string | undefined }[] = [];
  let intercept: FileHandler | null = null;
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    requests.push({ path, range: request.headers.range });
    if (intercept !== null) return intercept(request, response);
    serve(request, response);
  });
  function serve(request: IncomingMessage, response: ServerResponse): void {
    const file = files.get((request.url ?? "").replace(/\?.*$/, ""));
    if (file === undefined) {
      response.writeHead(404).end();
      return;
    }
    const { bytes, etag } = file;
    const from = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "");
    const ifRange = request.headers["if-range"];
    if (from === null || (ifRange !== undefined && ifRange !== etag)) {
      response.writeHead(200, { "content-length": bytes.byteLength, etag }).end(bytes);
      return;
    }
    const start = Number(from[1]);
    const end = from[2] === "" ? bytes.byteLength - 1 : Number(from[2]);
    if (bytes.byteLength === 0) {
      response.writeHead(416, { "content-range": "bytes */0" }).end();
      return;
    }
    response
      .writeHead(206, {
        "content-length": end - start + 1,
        "content-range": `bytes ${start}-${end}/${bytes.byteLength}`,
        etag,
      })
      .end(bytes.subarray(start, end + 1));
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    serve,
    put(path: string, content: string | Uint8Array, etag = `"${path}"`) {
      const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
      files.set(path, { bytes, etag });
    },
    /** Answers in its place until null is given. */
    intercept(handler: FileHandler | null) {
      intercept = handler;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const testFileServer = (): Promise<FileServer> => forFile(openFileServer());
