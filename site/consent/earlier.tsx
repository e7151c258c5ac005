/** The program's earlier connections: which one continues, and with which limits. */

import type { CardSummary } from "../../market/account/read.ts";
import type { ConnectionView } from "../../market/connection/read.ts";
import { maySpend } from "../../market/connection/rules.ts";
import { moneyText } from "../../market/pricing.ts";
import { periodWords } from "../account/keys/words.ts";
import { formatCard } from "../kit/format.ts";
import { Icon } from "../kit/icons.tsx";
import { Facts, Time } from "../kit/parts.tsx";

/** Uses links rather than fields, because the form below differs and must work without a script. */
export function EarlierNotice(props: {
  earlier: ConnectionView[];
  renewed: ConnectionView | null;
  path: string;
}): JSX.Element {
  const { earlier, renewed, path } = props;
  if (earlier.length === 0) return "";
  return (
    <div class="notice">
      <Icon name="warning" />
      <div class="stack-s">
        {renewed === null ? (
          <>
            <p>
              You already connected a program with this name at this host. Allowing it creates a
              second connection. If it is the same program, continue the existing connection
              instead: its agent, limits and spending stay, and its current access ends.
            </p>
            <ul>
              {earlier.map((one) => (
                <li>
                  <a href={`${path}?as=${one.id}`}>
                    Continue the connection of <Time at={one.createdAt} />
                  </a>
                </li>
              ))}
            </ul>
          </>
        ) : (
          <p>
            You connected it on <Time at={renewed.createdAt} />. That connection continues: its
            agent and spending stay, and this access replaces the current one.{" "}
            <a href={`${path}?as=new`}>Create a second connection instead</a>
          </p>
        )}
      </div>
    </div>
  );
}

export function KeptLimits(props: {
  renewed: ConnectionView;
  cards: CardSummary[];
  currency: string;
}): JSX.Element {
  const { renewed, cards, currency } = props;
  const { limits, expiresAt } = renewed;
  const money = (cents: number) => moneyText(cents, currency);
  const { budgetCents, budgetPeriod, maxPerPurchaseCents, confirmAboveCents } = limits;
  const budget =
    budgetCents === null
      ? "No budget"
      : `${money(budgetCents)} ${periodWords[budgetPeriod ?? "total"]}`;
  const card = cards.find(({ id }) => id === limits.paymentMethodId);
  const spends = maySpend(renewed.scopes);
  return (
    <>
      <p>Its limits do not change. You can edit them in your account.</p>
      <Facts
        facts={[
          spends ? ["Budget", <span safe>{budget}</span>] : null,
          spends && maxPerPurchaseCents !== null
            ? ["At most per purchase", <span safe>{money(maxPerPurchaseCents)}</span>]
            : null,
          spends && confirmAboveCents !== null
            ? ["Asks you above", <span safe>{money(confirmAboveCents)}</span>]
            : null,
          spends
            ? [
                "Card",
                <span safe>{card === undefined ? "Any of your cards" : formatCard(card)}</span>,
              ]
            : null,
          ["Until", expiresAt === null ? <span>You end it</span> : <Time at={expiresAt} />],
        ]}
      />
    </>
  );
}
