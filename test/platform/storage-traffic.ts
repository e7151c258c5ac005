/**
 * Traffic and measurements of the storage suites: streams without a buffer, raw requests, memory.
 */
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";

const CHUNK_BYTES = 256 * 1024;

/** A stream of `byteSize` bytes: one chunk repeated, so that it needs no memory itself. */
export function generatedStream(byteSize: number): ReadableStream<Uint8Array> {
  const chunk = Uint8Array.from({ length: CHUNK_BYTES }, (_, index) => index % 256);
  let left = byteSize;
  return new ReadableStream(
    {
      pull(controller) {
        if (left === 0) {
          controller.close();
          return;
        }
        const next = chunk.subarray(0, Math.min(left, CHUNK_BYTES));
        left -= next.byteLength;
        controller.enqueue(next);
      },
    },
    { highWaterMark: 1 },
  );
}

/** The bytes as a stream of pieces of that size. */
export function streamInPieces(bytes: Uint8Array, pieceBytes: number): ReadableStream<Uint8Array> {
  let offset = 0;
  return new ReadableStream({
    pull(controller) {
      if (offset >= bytes.byteLength) {
        controller.close();
        return;
      }
      controller.enqueue(bytes.subarray(offset, offset + pieceBytes));
      offset += pieceBytes;
    },
  });
}

export async function byteSizeOf(stream: ReadableStream<Uint8Array>): Promise<number> {
  let byteSize = 0;
  for await (const chunk of stream) byteSize += chunk.byteLength;
  return byteSize;
}

export async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  return await new Response(stream).bytes();
}

export async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  return await new Response(stream).text();
}

/** Opens a socket to the URL's host and sends the head of a PUT, but no body. */
export async function openPut(url: string, headers: Record<string, string>): Promise<Socket> {
  const { hostname, port, host, pathname, search } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect(Number(port), hostname, resolve);
  socket.once("error", reject);
  await promise;
  const lines = Object.entries({ Host: host, ...headers }).map(([k, v]) => `${k}: ${v}`);
  await send(socket, `PUT ${pathname}${search} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
  return socket;
}

/** Writes and waits until the kernel has accepted the data, which is the back-pressure. */
export async function send(socket: Socket, data: string | Uint8Array): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.write(data, (error) => (error ? reject(error) : resolve()));
  await promise;
}

/** PUTs a generated body of that size with its Content-Length; returns the answer's status. */
export async function putGenerated(url: string, byteSize: number): Promise<number> {
  const socket = await openPut(url, {
    "Content-Length": String(byteSize),
    "Content-Type": "text/csv",
  });
  const answered = statusOf(socket);
  for await (const chunk of generatedStream(byteSize)) await send(socket, chunk);
  const status = await answered;
  socket.destroy();
  return status;
}

/** The status of the first answer that arrives. */
export async function statusOf(socket: Socket): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  let received = "";
  socket.on("data", (data) => {
    received += data.toString("latin1");
    const status = /^HTTP\/1\.1 (\d{3})/.exec(received)?.[1];
    if (status !== undefined) resolve(Number(status));
  });
  socket.once("close", () => reject(new Error("The connection was closed without an answer")));
  socket.once("error", reject);
  return await promise;
}

/** A process's peak memory, as the kernel counts it. */
export function peakMemoryBytes(pid: number): number {
  return memoryField(pid, "VmHWM");
}

/**
 * Growth above this may be garbage: the larger the heap left by other tests, the longer garbage
 * stays.
 */
const collectedAboveBytes = 150 * 1024 ** 2;

/** Runs the task and returns the largest sampled growth of this process's memory. */
export async function memoryGrowthBytes(task: () => Promise<void>): Promise<number> {
  Bun.gc(true);
  const before = memoryField(process.pid, "VmRSS");
  let peak = 0;
  const look = () => {
    const growth = memoryField(process.pid, "VmRSS") - before;
    if (growth > Math.max(peak, collectedAboveBytes)) Bun.gc(true);
    peak = Math.max(peak, memoryField(process.pid, "VmRSS") - before);
  };
  const sampler = setInterval(look, 20);
  try {
    await task();
  } finally {
    clearInterval(sampler);
  }
  look();
  return peak;
}

function memoryField(pid: number, name: string): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const kibibytes = new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1];
  if (kibibytes === undefined) throw new Error(`/proc/${pid}/status has no ${name}`);
  return Number(kibibytes) * 1024;
}
