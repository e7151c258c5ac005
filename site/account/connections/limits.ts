import { connectionScopes } from "../../../db/vocabulary/connection.ts";
import type { ConnectionView } from "../../../market/connection/read.ts";
import { scopesWithin } from "../../../market/connection/rules.ts";
import type { FieldErrors } from "../../kit/form.ts";
import { type KeyFields, keyFieldsOf, readKeyFields, readKeyLimits } from "../keys/form.tsx";

type LimitFields = KeyFields & { payment_method_id: string };

export function limitFieldsOf({ clientName, scopes, limits }: ConnectionView): LimitFields {
  const fields = keyFieldsOf({ ...limits, name: clientName, scopes });
  return { ...fields, payment_method_id: limits.paymentMethodId ?? "" };
}

export function readLimitFields(form: URLSearchParams): LimitFields {
  const payment_method_id = (form.get("payment_method_id") ?? "").trim();
  return { ...readKeyFields(form), payment_method_id };
}

/** The patch from the fields. A connection that only sells has no spending limits. */
export function readLimits(
  fields: LimitFields,
  { apiKeyId }: ConnectionView,
): { patch: Record<string, unknown>; errors: FieldErrors } {
  const scopes = scopesWithin(fields.scopes, connectionScopes);
  if (apiKeyId === null) return { patch: { scopes }, errors: scopeErrors(scopes) };
  const { limits, errors } = readKeyLimits({ ...fields, name: "connection", scopes });
  const { name: _name, ...patch } = limits;
  const payment_method_id = fields.payment_method_id === "" ? null : fields.payment_method_id;
  return { patch: { ...patch, payment_method_id }, errors: { ...errors, ...scopeErrors(scopes) } };
}

function scopeErrors(scopes: readonly string[]): FieldErrors {
  return scopes.length > 0 ? {} : { scopes: "Choose at least one, or disconnect the program." };
}
