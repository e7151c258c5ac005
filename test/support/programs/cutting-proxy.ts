/** A TCP proxy on loopback whose connections a test cuts, in the middle of whatever they carry. */
import net from "node:net";

export type CuttingProxy = {
  port: number;
  /** Resets every connection that is open now; gives their number. */
  cut(): number;
  /**
   * Looks at each piece that a client sends. `"before"` cuts its connection instead of passing the
   * piece on; `"after"` passes it on and cuts when the server has answered, without the answer.
   */
  onSend(look: ((piece: Buffer) => "before" | "after" | null) | null): void;
  close(): Promise<void>;
};

/** `port` 0 takes a free one. */
export async function startCuttingProxy(target: URL, port = 0): Promise<CuttingProxy> {
  const pairs = new Set<{ client: net.Socket; server: net.Socket }>();
  let look: ((piece: Buffer) => "before" | "after" | null) | null = null;
  const listener = net.createServer((client) => {
    const server = net.connect(Number(target.port), target.hostname);
    const pair = { client, server };
    pairs.add(pair);
    let isMute = false;
    const reset = () => {
      pairs.delete(pair);
      client.resetAndDestroy();
      server.destroy();
    };
    client.on("data", (piece: Buffer) => {
      const verdict = look?.(piece) ?? null;
      if (verdict === "before") return reset();
      if (verdict === "after") isMute = true;
      server.write(piece);
    });
    server.on("data", (piece: Buffer) => {
      if (isMute) return reset();
      client.write(piece);
    });
    for (const socket of [client, server]) {
      socket.on("error", reset);
      socket.on("close", reset);
    }
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
    onSend(next) {
      look = next;
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
