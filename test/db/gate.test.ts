/** Who gets a pool's connection when more callers ask than it has. */
import { expect, test } from "bun:test";
import { Gate } from "../../db/gate.ts";
import { inRequest, type RequestScope } from "../../db/request-scope.ts";

const scopeOf = (): RequestScope => ({
  resource: () => "GET /datasets",
  endsAtMs: performance.now() + 60_000,
  begunAt: new Set(),
});

/** Holds the only connection until told to release it. */
function holdOnly(gate: Gate) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const held = gate.use(() => promise);
  return async () => {
    resolve();
    await held;
  };
}

test("a request that has begun goes before those that have not, however long they wait", async () => {
  const gate = new Gate({ slots: 1, waitMsMax: 60_000 });
  const begun = scopeOf();
  await inRequest(begun, () => gate.use(async () => {}));
  const release = holdOnly(gate);
  const order: string[] = [];
  const use = (scope: RequestScope, name: string) =>
    inRequest(scope, () => gate.use(async () => void order.push(name)));
  const all = [use(scopeOf(), "new"), use(scopeOf(), "newer"), use(begun, "begun")];
  all.push(use({ ...begun, reads: undefined }, "begun, read elsewhere"));
  all.push(gate.use(async () => void order.push("no request")));
  expect(gate.usage()).toEqual({ max: 1, used: 1, waiting: 5 });
  await release();
  await Promise.all(all);
  expect(order).toEqual(["begun", "begun, read elsewhere", "new", "newer", "no request"]);
});

test("a wait ends with its time, and with the request's", async () => {
  const patient = new Gate({ slots: 1, waitMsMax: 60_000 });
  const hasty = new Gate({ slots: 1, waitMsMax: 10 });
  const releases = [holdOnly(patient), holdOnly(hasty)];
  const message = "no connection became free in time";
  const soon = { ...scopeOf(), endsAtMs: performance.now() + 10 };
  await expect(inRequest(soon, () => patient.use(async () => {}))).rejects.toThrow(message);
  await expect(hasty.use(async () => {})).rejects.toThrow(message);
  await Promise.all(releases.map((release) => release()));
  expect(patient.usage().waiting + hasty.usage().waiting).toBe(0);
});
