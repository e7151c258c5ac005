/** Which outcomes of exports begin and end a collector's outage, in orders that a slow answer makes. */
import { expect, test } from "bun:test";
import { type ExportResult, ExportResultCode } from "@opentelemetry/core";
import { ExportGuard, type Signal } from "../../platform/telemetry/export-guard.ts";
import { createLogLines } from "../support/log-lines.ts";

const TAKEN: ExportResult = { code: ExportResultCode.SUCCESS };
const LOST: ExportResult = { code: ExportResultCode.FAILED, error: new Error("too slow") };

/** A guard over exporters whose answers wait until the test gives them. */
function openGuard() {
  const guard = new ExportGuard();
  const { log, lines } = createLogLines();
  guard.reportTo(log);
  const send = (signal: Signal) => {
    let answer: (result: ExportResult) => void = () => {};
    const exporter = {
      export(_batch: number, done: (result: ExportResult) => void) {
        answer = done;
      },
    };
    guard
      .watch<number, typeof exporter>(signal, exporter, { sizeOf: (size) => size })
      .export(16, () => {});
    return answer;
  };
  return { guard, send, told: () => lines.map(({ msg }) => msg) };
}

const BEGINS = "the collector does not accept telemetry; it is dropped";
const ENDS = "the collector accepts telemetry again";

test("what was sent before an outage's end and hung begins no second one", () => {
  const { guard, send, told } = openGuard();
  const hung = send("logs");
  send("traces")(LOST);
  send("traces")(TAKEN);
  hung(LOST);
  expect(told()).toEqual([BEGINS, ENDS]);
  expect(guard.dropped).toEqual({ traces: 16, logs: 16 });
});

test("what is sent after an outage's end and lost begins the next", () => {
  const { send, told } = openGuard();
  send("traces")(LOST);
  send("traces")(TAKEN);
  send("logs")(LOST);
  send("logs")(TAKEN);
  expect(told()).toEqual([BEGINS, ENDS, BEGINS, ENDS]);
});

test("an outage ends when the last signal is taken", () => {
  const { send, told } = openGuard();
  send("traces")(LOST);
  send("logs")(LOST);
  send("traces")(TAKEN);
  expect(told()).toEqual([BEGINS]);
  send("logs")(TAKEN);
  expect(told()).toEqual([BEGINS, ENDS]);
});
