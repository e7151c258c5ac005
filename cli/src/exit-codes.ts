/** What a program learns from the exit code; README.md lists them. */
import {
  ConnectionError,
  HashMismatchError,
  MarketError,
  PriceLimitError,
} from "../../sdk/src/node.ts";

export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  notFound: 3,
  notAllowed: 4,
  notPaid: 5,
  refused: 6,
  wrongHash: 7,
  unavailable: 8,
  file: 9,
  waitsForPerson: 10,
  interrupted: 130,
} as const;

/** A wrong command line. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Next steps that the API names as requests. */
const commands: Partial<Record<string, string>> = {
  access_required: "access <id> asks its seller.",
  plan_not_offered: "show <id> lists its plans.",
  private_offer_not_open: "offers <id> shows its state.",
};

/** The exit code, and what stands on stderr: the cause, then the next step. */
export function explain(error: unknown): { code: number; lines: string[]; problem?: object } {
  if (error instanceof MarketError) {
    const { detail, errors = [], code, title } = error.problem;
    const next = commands[code] ?? error.problem.next;
    const faults = errors.map((fault) => `  ${Object.values(fault).join(": ")}`);
    const lines = [`${code}: ${detail || title}`, ...faults, ...(next ? [`Next: ${next}`] : [])];
    return { code: codeOf(error), lines, problem: error.problem };
  }
  if (error instanceof PriceLimitError) {
    return {
      code: exitCodes.notPaid,
      lines: [error.message, "Next: raise --max-price, or choose another dataset."],
    };
  }
  if (error instanceof HashMismatchError) {
    return {
      code: exitCodes.wrongHash,
      lines: [
        error.message,
        "Next: do not use the file. Run the command again; if it repeats, dispute the purchase.",
      ],
    };
  }
  if (error instanceof ConnectionError) {
    return {
      code: exitCodes.unavailable,
      lines: [
        error.message,
        "Next: run the command again; it continues where it stopped. `doctor` finds the cause.",
      ],
    };
  }
  if (error instanceof UsageError) return { code: exitCodes.usage, lines: [error.message] };
  const { code: name, message, path } = error as NodeJS.ErrnoException;
  if (name === "ENOSPC" || name === "EDQUOT") {
    return {
      code: exitCodes.file,
      lines: [
        "The disk is full.",
        "Next: free some room and run the command again; it continues where it stopped.",
      ],
    };
  }
  if (typeof name === "string" && path !== undefined)
    return { code: exitCodes.file, lines: [message] };
  return { code: exitCodes.failed, lines: [message ?? String(error)] };
}

function codeOf({ status }: MarketError): number {
  if (status === 404) return exitCodes.notFound;
  if (status === 401 || status === 403) return exitCodes.notAllowed;
  if (status === 402) return exitCodes.notPaid;
  return status >= 500 || status === 429 ? exitCodes.unavailable : exitCodes.refused;
}
