/** Who gets a connection of a pool when more ask than it has. */
import { expect, spyOn, test } from "bun:test";
import { Gate } from "../../db/gate.ts";
import { inRequest, type RequestScope } from "../../db/request-scope.ts";

const scopeOf = (): RequestScope => ({
  resource: () => "GET /datasets",
  endsAtMs: performance.now() + 60_000,
  begunAt: new Set(),
});

/** Holds the only connection until it is told to leave it. */
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

test("who has not begun is refused at once where a turn is not expected in time, and nobody else is", async () => {
  const gate = new Gate({ slots: 1, waitMsMax: 60_000 });
  const begun = scopeOf();
  await inRequest(begun, () => gate.use(async () => {}));
  const leaving = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const running = leaving.map(({ promise }) => inRequest(scopeOf(), () => gate.use(() => promise)));
  const wait = () => inRequest(scopeOf(), () => gate.use(async () => "answered"));
  const clock = spyOn(performance, "now");
  const startedAt = performance.now();
  const leaveAt = async (at: number, afterMs: number) => {
    clock.mockReturnValue(startedAt + afterMs);
    leaving[at]?.resolve();
    await running[at];
  };
  try {
    await leaveAt(0, 0);
    await leaveAt(1, 20_000);
    const waiting = [wait(), wait()];
    expect(gate.usage().waiting).toBe(3);
    await leaveAt(2, 40_000);
    for (let more = 0; more < 6; more += 1) waiting.push(wait());
    await expect(wait()).rejects.toThrow("too many requests wait for a connection of the pool");
    waiting.push(gate.use(async () => "answered"));
    waiting.push(inRequest(begun, () => gate.use(async () => "answered")));
    await leaveAt(3, 60_000);
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => "answered"));
    expect(await wait()).toBe("answered");
  } finally {
    clock.mockRestore();
  }
});

test("a wait ends with its time, and with the request's", async () => {
  const patient = new Gate({ slots: 1, waitMsMax: 60_000 });
  const hasty = new Gate({ slots: 1, waitMsMax: 10 });
  const releases = [holdOnly(patient), holdOnly(hasty)];
  const message = "no connection of the pool came free in time";
  const soon = { ...scopeOf(), endsAtMs: performance.now() + 10 };
  await expect(inRequest(soon, () => patient.use(async () => {}))).rejects.toThrow(message);
  await expect(hasty.use(async () => {})).rejects.toThrow(message);
  await Promise.all(releases.map((release) => release()));
  expect(patient.usage().waiting + hasty.usage().waiting).toBe(0);
});
