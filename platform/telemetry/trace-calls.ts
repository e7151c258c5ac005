/** Makes each call of a port a span of the trace that runs: what it costs, and whether it failed. */
import type { Attributes } from "./port.ts";
import { currentSpan, traced } from "./tracing.ts";

type Traced<Port> = {
  /** Before the method's name: `store read`. */
  name: string;
  /** Those of its methods that ask somebody else. */
  methods: readonly (keyof Port & string)[];
  attributes?: Attributes;
  /** What of the answer is told. */
  describe?: (answer: unknown) => Attributes;
};

type Call = (...input: unknown[]) => Promise<unknown>;

/** The same port, whose methods stand alone; outside of sampled traces a call costs a comparison more. */
export function traceCalls<Port extends object>(port: Port, options: Traced<Port>): Port {
  const { methods, name, attributes = {}, describe } = options;
  const wrapped = methods.map((method) => {
    const call = port[method] as Call;
    const inTrace: Call = (...input) =>
      traced(`${name} ${method}`, { kind: "client", attributes }, async (span) => {
        const answer = await call(...input);
        if (describe !== undefined) span?.set(describe(answer));
        return answer;
      });
    const either: Call = (...input) => {
      const span = currentSpan();
      span?.wake();
      return span?.isSampled === true ? inTrace(...input) : call(...input);
    };
    return [method, either] as const;
  });
  return { ...port, ...Object.fromEntries(wrapped) };
}
