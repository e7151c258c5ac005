/** The addresses of the area's lists, where more than one file of a subject names them. */
export const paths = {
  answers: "/account/answers",
  agents: "/account/agents",
  audit: "/account/audit",
  connections: "/account/connections",
  cards: "/account/payment-methods",
  earnings: "/account/earnings",
  devices: "/account/devices",
  keys: "/account/keys",
  mails: "/account/mails",
  listings: "/account/listings",
  requests: "/account/requests",
  savedSearches: "/account/saved-searches",
  sales: "/account/sales",
  sell: "/account/sell",
  waiting: "/account/waiting",
  webhooks: "/account/webhooks",
} as const;
