/** Preloaded by a program under test, which then collects its garbage at SIGUSR2 and says so. */
import process from "node:process";

type Runtime = { Bun?: { gc(force: boolean): void }; gc?(): void };

process.on("SIGUSR2", () => {
  const { Bun: bun, gc } = globalThis as unknown as Runtime;
  if (bun === undefined) gc?.();
  else bun.gc(true);
  console.log("garbage collected");
});
