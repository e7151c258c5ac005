/** Preloaded into a program under test: at SIGUSR2 it collects garbage and reports that it did. */
import process from "node:process";

type Runtime = { Bun?: { gc(force: boolean): void }; gc?(): void };

process.on("SIGUSR2", () => {
  const { Bun: bun, gc } = globalThis as unknown as Runtime;
  if (bun === undefined) gc?.();
  else bun.gc(true);
  console.log("garbage collected");
});
