/** `/v1/customers`: created, changed, and given cards. */
import type Stripe from "stripe";
import { z } from "zod";
import { type Call, operation } from "../http/call.ts";
import { noSuch, notAttached } from "../http/failure.ts";
import { inPath, page } from "../http/lists.ts";
import {
  anything,
  expand,
  type FieldsOf,
  id,
  mergeMetadata,
  metadata,
  paging,
  text,
} from "../http/params.ts";
import { newCustomer } from "../shapes/payment.ts";
import { attachMethod, findMethod } from "./payment-methods.ts";

const fields = {
  email: text.optional(),
  name: text.optional(),
  phone: text.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  invoice_settings: z.strictObject({ default_payment_method: text.optional() }).optional(),
  address: anything.optional(),
  shipping: anything.optional(),
  preferred_locales: z.array(z.string()).optional(),
  expand,
} satisfies FieldsOf<Stripe.CustomerUpdateParams>;
const createSchema = z.strictObject({ ...fields, payment_method: id.optional() });
const updateSchema = z.strictObject(fields);
type Fields = z.output<typeof updateSchema>;

/** Throws `resource_missing` unless the method is attached to the customer. */
function checkDefault(call: Call, customerId: string, methodId: string): void {
  const method = call.store.find("payment_method", methodId);
  const param = "invoice_settings[default_payment_method]";
  if (method === undefined) throw noSuch("PaymentMethod", methodId, param, 400);
  if (method.customer === customerId) return;
  throw notAttached(methodId, param);
}

function update(call: Call, customer: ReturnType<typeof newCustomer>, fields: Fields) {
  const { invoice_settings: invoice } = fields;
  const method = invoice?.default_payment_method;
  if (method) checkDefault(call, customer.id, method);
  const plain = ["email", "name", "phone", "description", "address", "shipping"] as const;
  for (const field of plain) {
    const value = fields[field];
    if (value !== undefined) Object.assign(customer, { [field]: value });
  }
  if (method !== undefined) customer.invoice_settings.default_payment_method = method;
  customer.metadata = mergeMetadata(customer.metadata, fields.metadata);
  customer.preferred_locales = fields.preferred_locales ?? customer.preferred_locales ?? [];
  call.store.save(customer);
  return customer;
}

export const customerOperations = [
  operation("POST /v1/customers", createSchema, (call, input) => {
    const { payment_method: methodId, ...fields } = input;
    const customer = update(call, newCustomer({ created: call.now }), fields);
    call.emit("customer.created", customer);
    if (methodId !== undefined) {
      attachMethod(call, findMethod(call, methodId), customer.id, { isSetUp: false });
    }
    return customer;
  }),
  operation("GET /v1/customers/:id", z.strictObject({ expand }), (call) =>
    inPath(call, "customer"),
  ),
  operation("POST /v1/customers/:id", updateSchema, (call, input) => {
    const customer = update(call, inPath(call, "customer"), input);
    call.emit("customer.updated", customer);
    return customer;
  }),
  operation(
    "GET /v1/customers/:id/payment_methods",
    z.strictObject({ ...paging, type: z.literal("card").optional() }),
    (call, input) => {
      const customer = inPath(call, "customer", "customer", "customer");
      const methods = call.store.list("payment_method", { customer: customer.id });
      return page(methods, input, `/v1/customers/${customer.id}/payment_methods`);
    },
  ),
];
