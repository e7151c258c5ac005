/** A TCP proxy on loopback whose connections a test can cut in the middle of a transfer. */
import net from "node:net";

export type CuttingProxy = {
  port: number;
  /** Resets every open connection; returns their number. */
  cut(): number;
  /** The target of new connections; open connections stay where they are. */
  moveTo(target: URL): void;
  /**
   * Sees each piece that a client sends. `"before"` cuts the connection instead of forwarding the
   * piece; `"after"` forwards it, waits for the server's answer, drops that answer and cuts.
   */
  onSend(look: ((piece: Buffer) => "before" | "after" | null) | null): void;
  /**
   * Behaves like a pulled cable: connections stay open, new ones are accepted, and nothing passes.
   */
  freeze(isFrozen: boolean): void;
  /** Resets a connection after the server has sent this many bytes; null forwards everything. */
  cutAnswersAfter(bytes: number | null): void;
  /** The same, but the connection stays open and nothing more passes. */
  silenceAnswersAfter(bytes: number | null): void;
  close(): Promise<void>;
};

/** `port` 0 takes a free port. */
export async function startCuttingProxy(target: URL, port = 0): Promise<CuttingProxy> {
  const pairs = new Set<{ client: net.Socket; server: net.Socket }>();
  let look: ((piece: Buffer) => "before" | "after" | null) | null = null;
  let isFrozen = false;
  let answerBytesMax: number | null = null;
  let isSilent = false;
  let goal = target;
  const listener = net.createServer((client) => {
    const server = net.connect(Number(goal.port), goal.hostname);
    const pair = { client, server };
    pairs.add(pair);
    let isMute = false;
    const reset = () => {
      pairs.delete(pair);
      client.resetAndDestroy();
      server.destroy();
    };
    let answeredBytes = 0;
    client.on("data", (piece: Buffer) => {
      if (isFrozen) return;
      const verdict = look?.(piece) ?? null;
      if (verdict === "before") return reset();
      if (verdict === "after") isMute = true;
      server.write(piece);
    });
    server.on("data", (piece: Buffer) => {
      if (isFrozen) return;
      if (isMute) return reset();
      answeredBytes += piece.byteLength;
      if (answerBytesMax === null || answeredBytes <= answerBytesMax) {
        client.write(piece);
        return;
      }
      const kept = piece.byteLength - (answeredBytes - answerBytesMax);
      client.write(piece.subarray(0, Math.max(0, kept)), isSilent ? undefined : reset);
    });
    client.on("error", reset).on("close", reset);
    // What the server sent before it closed still arrives.
    server.on("error", reset).on("close", () => client.destroySoon());
  });
  await new Promise<void>((resolve) => listener.listen(port, "127.0.0.1", () => resolve()));
  const address = listener.address();
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");
  return {
    port: address.port,
    cut() {
      const open = [...pairs];
      pairs.clear();
      for (const { client, server } of open) {
        client.resetAndDestroy();
        server.destroy();
      }
      return open.length;
    },
    moveTo(next) {
      goal = next;
    },
    onSend(next) {
      look = next;
    },
    freeze(next) {
      isFrozen = next;
    },
    cutAnswersAfter(bytes) {
      answerBytesMax = bytes;
      isSilent = false;
    },
    silenceAnswersAfter(bytes) {
      answerBytesMax = bytes;
      isSilent = true;
    },
    async close() {
      for (const { client, server } of pairs) {
        client.destroy();
        server.destroy();
      }
      await new Promise<void>((resolve) => listener.close(() => resolve()));
    },
  };
}
