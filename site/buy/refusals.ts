import { MarketError } from "../../market/errors.ts";
import { problems } from "../../market/problem/problems.ts";
import { type FieldErrors, keptFormRefusal } from "../kit/form.ts";

const heldAlready =
  "You already have the same file from another dataset. Tick the box to buy it here as well.";

type Refused = {
  errors: FieldErrors;
  asksForDuplicate: boolean;
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
    status === 402
      ? { errors: { form: error.message }, status, headers: [] }
      : keptFormRefusal(error);
  const errors = isHeld ? { allow_duplicate: heldAlready } : refused.errors;
  return { ...refused, errors, asksForDuplicate: isHeld };
}
