/** Watches the children of the stack and stops them in the reverse order of their start. */
import { describeExit, type RunningProcess } from "./parts/process.ts";

export type Supervisor = {
  /** Takes over a running child: from now on its end ends the stack. */
  adopt(child: RunningProcess): void;
  /** Asks for an orderly end, as Ctrl-C does. */
  requestStop(): void;
  /** Resolves when an end was asked for; rejects when a child died, with its last lines. */
  ended: Promise<void>;
  /** Stops all children, the last started first. */
  stopAll(onProgress: (name: string) => void): Promise<void>;
};

/** A supervisor without children. */
export function createSupervisor(): Supervisor {
  const children: RunningProcess[] = [];
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  // Whoever starts the stack may fail first and never look at this promise.
  ended.catch(() => {});
  let isStopping = false;

  return {
    ended,
    requestStop: () => resolve(),
    adopt(child) {
      children.push(child);
      child.exited.then((exitCode) => {
        // What a start has given up says so itself.
        if (!isStopping && !child.isStopping()) reject(new Error(describeExit(child, exitCode)));
      });
    },
    async stopAll(onProgress) {
      isStopping = true;
      for (let child = children.pop(); child !== undefined; child = children.pop()) {
        onProgress(child.name);
        await child.stop();
      }
    },
  };
}
