import type { Session } from "./session.ts";
import type { Terminal } from "./terminal.ts";

/** A command. The exit code, where it is not 0. */
export type Act<Options> = (
  at: { session: Session; terminal: Terminal },
  options: Options,
) => Promise<number | undefined>;
