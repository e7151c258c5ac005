import { MarketError, type ProblemCode } from "../../market/errors.ts";
import { problems } from "../../market/problem/problems.ts";
import { type FieldErrors, keptFormRefusal } from "../kit/form.ts";

const heldAlready =
  "You already have the same file from another dataset. Tick the box to buy it here as well.";

const overLimit: ProblemCode[] = ["spend_limit_exceeded", "category_not_allowed"];

type Refused = {
  errors: FieldErrors;
  asksForDuplicate: boolean;
  /** A limit of the person's own key refused it. */
  isOverLimit: boolean;
  status: number;
  headers: [string, string][];
};

/**
 * The error above a payment form, including limits of the built-in key and problems with the card.
 */
export function payRefusal(error: unknown): Refused {
  if (!(error instanceof MarketError)) throw error;
  const isHeld = error.code === "identical_file_owned";
  const { status } = problems[error.code];
  const refused =
    status === 402 || error.code === "queries_unavailable"
      ? { errors: { form: error.message }, status, headers: [] }
      : keptFormRefusal(error);
  const errors = isHeld ? { allow_duplicate: heldAlready } : refused.errors;
  const isOverLimit = overLimit.includes(error.code);
  return { ...refused, errors, asksForDuplicate: isHeld, isOverLimit };
}
