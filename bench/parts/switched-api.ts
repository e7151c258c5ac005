/**
 * The API as production runs it, whose telemetry is turned off and on while it runs: `GET /on`, `GET /off`
 * of `SWITCH_PORT`. Off, no span begins and no line is sent, as without a tracer. Two processes alike differ
 * by more than telemetry costs, for as long as they live: one process beside itself does not.
 */
import { Bound } from "../../platform/telemetry/export-guard.ts";
import { OtelTracer } from "../../platform/telemetry/otel-tracer.ts";

let isOn = true;

const { start } = OtelTracer.prototype;
const { enter } = Bound.prototype;
// Who begins a span takes "none" for "there is no tracer".
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
