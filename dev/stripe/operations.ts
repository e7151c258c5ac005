/** All operations by name, and the lookup by method and path. */

import { eventOperations } from "./events/events.ts";
import type { Operation } from "./http/call.ts";
import { accountOperations } from "./resources/accounts.ts";
import { chargeOperations } from "./resources/charges.ts";
import { checkoutOperations } from "./resources/checkout.ts";
import { customerOperations } from "./resources/customers.ts";
import { disputeOperations } from "./resources/disputes.ts";
import { fileOperations } from "./resources/files.ts";
import { paymentIntentOperations } from "./resources/payment-intents.ts";
import { paymentMethodOperations } from "./resources/payment-methods.ts";
import { refundOperations } from "./resources/refunds.ts";
import { setupIntentOperations } from "./resources/setup-intents.ts";
import { transferOperations } from "./resources/transfers.ts";

const operations: readonly Operation[] = [
  ...customerOperations,
  ...paymentMethodOperations,
  ...setupIntentOperations,
  ...checkoutOperations,
  ...paymentIntentOperations,
  ...chargeOperations,
  ...refundOperations,
  ...transferOperations,
  ...accountOperations,
  ...disputeOperations,
  ...fileOperations,
  ...eventOperations,
];

const table = operations.map((operation) => {
  const [method = "", path = ""] = operation.name.split(" ");
  return { operation, method, path: new RegExp(`^${path.replace(":id", "([^/]+)")}$`) };
});

/** The operation for a request, with the id in its path; undefined if there is none. */
export function findOperation(
  method: string,
  path: string,
): { operation: Operation; id: string } | undefined {
  for (const entry of table) {
    if (entry.method !== method) continue;
    const match = entry.path.exec(path);
    if (match !== null) {
      return { operation: entry.operation, id: decodeURIComponent(match[1] ?? "") };
    }
  }
  return undefined;
}

export const operationNames: ReadonlySet<string> = new Set(operations.map(({ name }) => name));
