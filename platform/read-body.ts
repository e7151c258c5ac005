/** The client sent an incomplete body: it disconnected, or violated HTTP framing. */
export class BrokenBodyError extends Error {
  constructor(cause: unknown) {
    super("The body did not arrive completely.", { cause });
    this.name = "BrokenBodyError";
  }
}

/** For `.catch`, if a broken body is refused like one that is too large. */
export function nullIfBroken(error: unknown): null {
  if (error instanceof BrokenBodyError) return null;
  throw error;
}

/**
 * The body's bytes, empty without a body; null as soon as there are too many, whatever size was
 * announced. Throws {@link BrokenBodyError}.
 */
export async function readBody(
  request: Request,
  bytesMax: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return await read(request, bytesMax);
  } catch (error) {
    throw new BrokenBodyError(error);
  }
}

async function read(request: Request, bytesMax: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const announced = request.headers.get("content-length");
  if (Number(announced ?? 0) > bytesMax) return null;
  // HTTP enforces the announced length, and reading at once takes half the time of a stream.
  if (announced !== null) {
    const bytes = Buffer.from(await request.arrayBuffer());
    return bytes.byteLength > bytesMax ? null : bytes;
  }
  const chunks: Uint8Array[] = [];
  let bytesRead = 0;
  for await (const chunk of request.body ?? []) {
    bytesRead += chunk.byteLength;
    if (bytesRead > bytesMax) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
