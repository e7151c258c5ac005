/** A process that stops while the database is unreachable does not wait for it. */
import { expect, test } from "bun:test";
import { keepListening } from "../../db/keep-listening.ts";
import { createLogger } from "../../platform/log.ts";

test("a LISTEN that is never answered ends with the process that asked for it", async () => {
  const stopping = new AbortController();
  const log = createLogger({ level: "silent", service: "test" });
  const asked = Promise.withResolvers<void>();
  const listen = () => {
    asked.resolve();
    return new Promise<never>(() => {});
  };
  const listening = keepListening(listen, {
    channel: "listing",
    onNotice: () => {},
    signal: stopping.signal,
    log,
  });
  await asked.promise;
  stopping.abort();
  expect(await listening).toBeUndefined();
});
