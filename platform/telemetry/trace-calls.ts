/** Makes each call of a port a span of the current trace, with its duration and failure. */
import type { Attributes } from "./port.ts";
import { currentSpan, traced } from "./tracing.ts";

type Traced<Port> = {
  /** Prefix of the method's name: `store read`. */
  name: string;
  /** The methods that call an outside service. */
  methods: readonly (keyof Port & string)[];
  attributes?: Attributes;
  /** Attributes derived from the result. */
  describe?: (answer: unknown) => Attributes;
};

type Call = (...input: unknown[]) => Promise<unknown>;

/**
 * Wraps the port with standalone methods; outside sampled traces, a call costs one extra
 * comparison.
 */
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
