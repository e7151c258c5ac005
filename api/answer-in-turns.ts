/** Answers all calls that arrive in one turn of the event loop together. */
import { setImmediate } from "node:timers";

/** For fewer calls, the gain is smaller than the cost of another turn, about 15 µs. */
const TURN_CALLS_MIN = 8;
/** After a turn with fewer calls, this many are answered without waiting for more. */
const CALLS_AT_ONCE = 64;

type Answer = Response | Promise<Response>;
type Waiting<Call> = {
  call: Call;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
};

/**
 * Reading and writing a socket run kernel code, which evicts our code and data from the processor's
 * caches. When many calls arrive at once, all are read, then answered one after the other, then
 * sent: this takes a fifth less processor time.
 */
export function answerInTurns<Call extends unknown[]>(
  answer: (...call: Call) => Answer,
): (...call: Call) => Answer {
  let waiting: Waiting<Call>[] = [];
  let callsAtOnce = 0;
  const answerTurn = () => {
    const turn = waiting;
    waiting = [];
    if (turn.length < TURN_CALLS_MIN) callsAtOnce = CALLS_AT_ONCE;
    for (const { call, resolve, reject } of turn) {
      try {
        resolve(answer(...call));
      } catch (error) {
        reject(error);
      }
    }
  };
  return (...call) => {
    if (callsAtOnce > 0) {
      callsAtOnce -= 1;
      return answer(...call);
    }
    return new Promise((resolve, reject) => {
      if (waiting.push({ call, resolve, reject }) === 1) setImmediate(answerTurn);
    });
  };
}
