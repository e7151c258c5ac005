/** The command line in process. */
import { join } from "node:path";
import { Writable } from "node:stream";
import { run } from "../../cli/src/run.ts";
import type { TestApi } from "../support/api.ts";
import { createTestDir } from "../support/stack.ts";

function collecting() {
  let text = "";
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  return { stream, read: () => text };
}

/** A command line with a folder and a configuration of its own. */
export function commandLine(api: TestApi) {
  const dir = createTestDir();
  const environment = {
    DATASET_MARKET_URL: api.config.PUBLIC_BASE_URL,
    DATASET_MARKET_CONFIG_DIR: join(dir, "config"),
    DATASET_MARKET_KEYCHAIN: "off",
  };
  /** `onError` sees stderr after each line. */
  async function command(
    args: string[],
    env: Record<string, string>,
    onError: (text: string) => void = () => {},
  ) {
    const [out, err] = [collecting(), collecting()];
    const write = err.stream.write.bind(err.stream);
    err.stream.write = ((chunk: string) => {
      const isWritten = write(chunk);
      onError(String(chunk));
      return isWritten;
    }) as typeof err.stream.write;
    const code = await run(args, {
      env: { ...environment, ...env },
      stdin: process.stdin,
      stdout: out.stream,
      stderr: err.stream,
      signal: new AbortController().signal,
    });
    const jsonLines = () =>
      out
        .read()
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    const json = () => jsonLines()[0] ?? {};
    return { code, out: out.read(), err: err.read(), json, jsonLines };
  }
  return { dir, environment, command };
}
