/**
 * The API as in production, with telemetry that can be switched while it runs: `GET /on` and `GET
 * /off` on `SWITCH_PORT`. When off, no span begins and no line is sent, as without a tracer. Two
 * identical processes differ by more than the cost of telemetry for their whole lives, so a process
 * is compared only with itself.
 */
import { Bound } from "../../platform/telemetry/export-guard.ts";
import { OtelTracer } from "../../platform/telemetry/otel-tracer.ts";

let isOn = true;

const { start } = OtelTracer.prototype;
const { enter } = Bound.prototype;
// Code that begins a span treats "none" as "there is no tracer".
const none = null as unknown as ReturnType<OtelTracer["start"]>;
OtelTracer.prototype.start = function startIfOn(...given) {
  return isOn ? start.apply(this, given) : none;
};
Bound.prototype.enter = function enterIfOn() {
  return isOn && enter.call(this);
};

Bun.serve({
  hostname: "127.0.0.1",
  port: Number(process.env.SWITCH_PORT),
  fetch({ url }) {
    isOn = new URL(url).pathname === "/on";
    return new Response();
  },
});

await import("../../api/main.ts");
