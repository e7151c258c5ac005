/** The stand-in's hosted pages as HTML. Everything from outside is escaped. */
import type Stripe from "stripe";
import { page } from "../../parts/page.ts";
import { formatAmount } from "../currencies.ts";
import { type TestCard, testCards } from "../resources/test-cards.ts";
import type { Store } from "../store.ts";

const OVERVIEW_ROWS = 20;

const escaped = (text: unknown) => Bun.escapeHTML(String(text ?? ""));
/** An id that can wrap on a narrow screen. */
const code = (id: unknown) => `<code>${(escaped(id).match(/.{1,6}/g) ?? []).join("<wbr>")}</code>`;
const standIn = (service: string) =>
  `<p role="note"><strong>Stand-in for ${service}.</strong> Nothing leaves this machine, no real
card is asked for and no money moves.</p>`;
const alertOf = (problem: string | undefined) =>
  problem === undefined ? "" : `<p role="alert">${escaped(problem)}</p>`;
const table = (head: string[], rows: string[][], empty: string) =>
  rows.length === 0
    ? `<p>${empty}</p>`
    : `<table><thead><tr>${head.map((name) => `<th scope="col">${name}</th>`).join("")}</tr></thead>
<tbody>${rows
        .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`)
        .join("\n")}</tbody></table>`;

const groups: { title: string; holds(card: TestCard): boolean }[] = [
  {
    title: "Works",
    holds: (card) => card.chargeDecline === undefined && !card.authentication && !card.dispute,
  },
  { title: "Asks to authenticate", holds: (card) => card.authentication !== undefined },
  { title: "Disputed after the charge", holds: (card) => card.dispute !== undefined },
  {
    title: "Saves, then declines",
    holds: (card) =>
      card.chargeDecline !== undefined && !card.attachDecline && !card.authentication,
  },
  { title: "Declined when it is saved", holds: (card) => card.attachDecline !== undefined },
];

/** The page where a customer chooses one of the documented test cards. */
export function checkoutPage(session: Stripe.Checkout.Session, problem?: string): string {
  const offered = [...testCards.values()].filter((card) => !card.isAlias);
  const sections = groups.map(({ title, holds }) => {
    const rows = offered.filter(holds).map(
      (card) => `<tr><td>${escaped(card.label)}</td><td><code>•••• ${card.last4}</code></td>
<td><button name="payment_method" value="${card.id}"
 aria-label="Use ${escaped(card.label)}, ending in ${card.last4}">Use</button></td></tr>`,
    );
    return `<tbody><tr><th scope="rowgroup" colspan="3">${title}</th></tr>${rows.join("\n")}</tbody>`;
  });
  const cancel = session.cancel_url
    ? `<p><a href="${escaped(session.cancel_url)}">Cancel and go back</a></p>`
    : "";
  const body = `<h1>Save a payment method</h1>${standIn("Stripe Checkout")}${alertOf(problem)}
<p>Choose one of Stripe's documented test cards. It is saved for later purchases and not charged
now.</p>${cancel}
<form method="post"><table>
<thead><tr><th scope="col">Card</th><th scope="col">Number</th><th scope="col">Choose</th></tr></thead>
${sections.join("\n")}</table></form>${cancel}`;
  return page("Save a payment method", body);
}

/** The page of a session that can no longer be completed. */
export function closedPage(title: string, text: string): string {
  return page(title, `<h1>${escaped(title)}</h1>${standIn("Stripe")}<p>${escaped(text)}</p>`);
}

/** The bank's question; `hidden` fields are submitted with the answer. */
export function authenticationPage(hidden: Record<string, string>, details: string): string {
  const inputs = Object.entries(hidden).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  return page(
    "Confirm it is you",
    `<h1>Confirm it is you</h1>${standIn("the bank's 3D Secure page")}
<p>${escaped(details)}</p>
<form method="post">${inputs.join("")}
<button name="authentication" value="complete">Complete authentication</button>
<button name="authentication" value="fail">Fail authentication</button>
</form>`,
  );
}

/** The page where a seller enters what Stripe requires of a connected account. */
export function onboardingPage(account: Stripe.Account): string {
  const capabilities = Object.keys(account.capabilities ?? {}).join(", ") || "none";
  const rows = [
    ["Account", code(account.id)],
    ["E-mail", escaped(account.email ?? "not given")],
    ["Country", escaped(account.country)],
    ["Capabilities asked for", escaped(capabilities)],
  ];
  return page(
    "Get paid",
    `<h1>Get paid</h1>${standIn("Stripe Connect onboarding")}
<p>Stripe would ask who you are and where your money goes. Here one button gives it all.</p>
${table(["What", "Value"], rows, "")}
<form method="post">
<p><button name="action" value="complete">Complete</button>
<button name="action" value="stop">Stop here</button></p>
</form>
<p>“Stop here” goes back without finishing: the account stays unable to receive money.</p>`,
  );
}

/** The page of a charge's `receipt_url`. */
export function receiptPage(charge: Stripe.Charge): string {
  const rows = [
    ["Charge", code(charge.id)],
    ["Amount", escaped(formatAmount(charge.amount, charge.currency))],
    ["Refunded", escaped(formatAmount(charge.amount_refunded, charge.currency))],
    ["Card", `<code>•••• ${escaped(charge.payment_method_details?.card?.last4)}</code>`],
    ["Status", escaped(charge.status)],
  ];
  return page(
    "Receipt",
    `<h1>Receipt</h1>${standIn("Stripe")}${table(["What", "Value"], rows, "")}`,
  );
}

/** The front page: the latest payments, transfers and accounts, and undelivered webhooks. */
export function overviewPage(store: Store): string {
  const payments = store
    .list("payment_intent")
    .slice(0, OVERVIEW_ROWS)
    .map(({ created, amount, currency, status, id }) => [
      time(created),
      escaped(formatAmount(amount, currency)),
      escaped(status.replaceAll("_", " ")),
      code(id),
    ]);
  const transfers = store
    .list("transfer")
    .slice(0, OVERVIEW_ROWS)
    .map(({ created, amount, currency, destination }) => [
      time(created),
      escaped(formatAmount(amount, currency)),
      code(destination),
    ]);
  const accounts = store
    .list("account")
    .slice(0, OVERVIEW_ROWS)
    .map(({ id, email, payouts_enabled }) => [
      code(id),
      escaped(email).replace("@", "<wbr>@"),
      payouts_enabled ? "can be paid" : "not onboarded",
    ]);
  const { pending } = store.database
    .query<{ pending: number }, []>(
      "SELECT count(*) AS pending FROM deliveries WHERE state = 'pending'",
    )
    .get() ?? { pending: 0 };
  return page(
    "Payments",
    `<h1>Payments</h1>${standIn("Stripe")}
<p>Webhooks that wait for a 2xx: ${pending}. The <a href="/_log">log</a> lists all requests and
deliveries.</p>
<h2>Latest payments</h2>
${table(["Made (UTC)", "Amount", "Status", "Id"], payments, "Nothing has been paid yet.")}
<h2>Latest transfers</h2>
${table(["Made (UTC)", "Amount", "To"], transfers, "Nothing has been transferred yet.")}
<h2>Connected accounts</h2>
${table(["Id", "E-mail", "State"], accounts, "There is no account yet.")}`,
  );
}

function time(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19).replace("T", " ");
}
