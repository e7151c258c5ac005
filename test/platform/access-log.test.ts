/** The lines of calls beside those that pino writes of the same. */
import { describe, expect, test } from "bun:test";
import { openAccessLog } from "../../platform/log/access-log.ts";
import { createLogLines } from "../support/log-lines.ts";
import { eventually } from "../support/stack.ts";

const call = { method: "GET", route: '/a"\\b', status: 200, requestId: "x", ms: 0.1 };
const facts = JSON.stringify(call).slice(1, -1);

describe("the access log", () => {
  test("writes the line that pino would write, with its bindings, a moment later", async () => {
    const { log, lines } = createLogLines();
    const bound = log.child({ service: "api" });
    openAccessLog(bound, "request")(facts);
    bound.info(call, "request");
    await eventually(() => Promise.resolve(lines.length === 2));
    // Which process and machine it is are no bindings of the service's own logger.
    const [first, second] = lines.map(({ time: _, pid, hostname, ...line }) => line);
    expect(second).toEqual(first);
    expect(second).toMatchObject({ ...call, level: 30, service: "api", msg: "request" });
    expect(lines.map(({ time }) => typeof time)).toContain("string");
  });

  test("writes nothing above info, and all of ten thousand lines in their order", async () => {
    const { log, lines } = createLogLines();
    const write = openAccessLog(log, "request");
    log.level = "warn";
    write(facts);
    log.level = "info";
    for (let n = 0; n < 10_000; n += 1) write(`"n":${n}`);
    await eventually(() => Promise.resolve(lines.length >= 10_000));
    expect(lines.map(({ n }) => n)).toEqual(Array.from({ length: 10_000 }, (_, n) => n));
  });

  test("a process that ends by itself has written all of its lines", async () => {
    const program = `
      import { openAccessLog } from "./platform/log/access-log.ts";
      import { createLogger } from "./platform/log.ts";
      const write = openAccessLog(createLogger({ level: "info", service: "api" }), "request");
      for (let n = 0; n < 1000; n += 1) write('"n":' + n);
      process.exit(0);
    `;
    const child = Bun.spawn([process.execPath, "-e", program], { stdout: "pipe" });
    const lines = (await new Response(child.stdout).text()).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).n)).toEqual(
      Array.from({ length: 1000 }, (_, n) => n),
    );
  });
});
