/** Bodies of requests, read within a limit. */

/** The body's bytes, none without one; null as soon as they are too many, whatever was announced. */
export async function readBody(request: Request, bytesMax: number): Promise<Uint8Array | null> {
  if (Number(request.headers.get("content-length") ?? 0) > bytesMax) return null;
  const chunks: Uint8Array[] = [];
  let bytesRead = 0;
  for await (const chunk of request.body ?? []) {
    bytesRead += chunk.byteLength;
    if (bytesRead > bytesMax) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
