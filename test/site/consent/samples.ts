/** Sample connections for the tests of each page. */
import type { ConnectionView } from "../../../market/connection/read.ts";
import { at, sampleId } from "../purchase-samples.ts";

/** `name` is used wherever a program chooses the words. */
export function sampleConnections(name: string): ConnectionView[] {
  const connection: ConnectionView = {
    id: sampleId(1),
    clientId: "https://assistant.example/client.json",
    clientName: name,
    clientHost: "assistant.example",
    isRegisteredDynamically: false,
    state: "active",
    scopes: ["read", "purchase", "sell"],
    grantedScopes: ["read", "purchase", "bid", "message", "sell"],
    limits: {
      maxPerPurchaseCents: 2_500,
      budgetCents: 5_000,
      budgetPeriod: "month",
      confirmAboveCents: 1_000,
      categories: [],
      paymentMethodId: null,
      expiresAt: at(60),
    },
    spent: { spentCents: 1_250, reservedCents: 0, remainingCents: 3_750 },
    apiKeyId: sampleId(11),
    agent: { id: sampleId(2), name },
    createdAt: at(-30),
    consentedAt: at(-3),
    expiresAt: at(60),
    endedAt: null,
    lastUsedAt: at(-0.1),
  };
  const sellsAlone = { apiKeyId: null, spent: null, scopes: ["sell" as const] };
  return [
    connection,
    {
      ...connection,
      ...sellsAlone,
      id: sampleId(2),
      clientHost: "this computer",
      isRegisteredDynamically: true,
      grantedScopes: ["sell"],
      lastUsedAt: null,
      expiresAt: null,
    },
    { ...connection, id: sampleId(3), state: "expired", scopes: [], expiresAt: at(-1) },
    { ...connection, id: sampleId(4), state: "ended", scopes: [], endedAt: at(-2) },
  ];
}
