/** The addresses of the area's lists, where more than one file of a subject names them. */
export const paths = {
  agents: "/account/agents",
  audit: "/account/audit",
  cards: "/account/payment-methods",
  devices: "/account/devices",
  keys: "/account/keys",
  sales: "/account/sales",
  webhooks: "/account/webhooks",
} as const;
