import { MarketError } from "../../../market/errors.ts";
import type { AdminRequest } from "../handle.ts";

const ID_SHAPE = /^[\w-]{1,255}$/;

/** The provider's id of the chargeback. Throws `chargeback_not_found` for an impossible id. */
export function chargebackId({ params }: AdminRequest): string {
  const id = params.id ?? "";
  if (!ID_SHAPE.test(id))
    throw new MarketError("chargeback_not_found", "No chargeback has this id.");
  return id;
}
