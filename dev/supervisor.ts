/** Watches the stack's children and stops them in reverse order of their start. */
import { describeExit, type RunningProcess } from "./parts/process.ts";

export type Supervisor = {
  /** Takes over a running child, from now on its end ends the stack. Parts end after what uses them, whenever they began. */
  adopt(child: RunningProcess, kind: "part" | "service"): void;
  /** Requests an orderly stop, as Ctrl-C does. */
  requestStop(): void;
  /** Resolves when a stop was requested; rejects when a child died, with its last lines. */
  ended: Promise<void>;
  /** Stops all children: services first, and of each kind the last started first. */
  stopAll(onProgress: (name: string) => void): Promise<void>;
};

export function createSupervisor(): Supervisor {
  const children: Record<"part" | "service", RunningProcess[]> = { part: [], service: [] };
  const takeLast = () => children.service.pop() ?? children.part.pop();
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  // The caller may fail first and never await this promise.
  ended.catch(() => {});
  let isStopping = false;

  return {
    ended,
    requestStop: () => resolve(),
    adopt(child, kind) {
      children[kind].push(child);
      child.exited.then((exitCode) => {
        // A failed start reports its own children.
        if (!isStopping && !child.isStopping()) reject(new Error(describeExit(child, exitCode)));
      });
    },
    async stopAll(onProgress) {
      isStopping = true;
      for (let child = takeLast(); child !== undefined; child = takeLast()) {
        onProgress(child.name);
        await child.stop();
      }
    },
  };
}
