/** A bounty and a delivery to it, as all readers see them. */
import type { DeliveryState } from "../../db/vocabulary/bounty.ts";
import type { BountyView, DeliveryView } from "../../market/bounty/schemas.ts";
import { counted } from "../../market/counted.ts";
import type { DataRequestView } from "../../market/request/schemas.ts";
import { ChecksTable } from "../account/purchases/checks-table.tsx";
import { Badge, Card, Facts, Foreign, Money, Time } from "../kit/parts.tsx";
import { bountyStatusWords, deliveryStateWords } from "./words.ts";

/** Who wins a bounty of one winner, and of several. */
const modes: Record<BountyView["mode"], [one: string, several: string]> = {
  first_to_pass: ["The earliest delivery that passes", "The earliest deliveries that pass"],
  lowest_price: [
    "At the end, the cheapest delivery that passed",
    "At the end, the cheapest deliveries that passed",
  ],
};

const leads: Record<BountyView["status"], string> = {
  funding: "We charge your card. Then sellers see these conditions and can deliver files:",
  unfunded: "Nothing is held, and nobody can win it. Its conditions were:",
  open: "The marketplace holds the money. It checks the whole file of each delivery against these conditions, and pays the winners at once:",
  ended: "The marketplace checked the whole file of each delivery against these conditions:",
};

/** What is paid, for what, and how far it is. */
export function BountyCard({ request }: { request: DataRequestView }): JSX.Element {
  const { bounty, currency, expires_at } = request;
  if (bounty === null) return "";
  const { prize_cents: cents, winners, awarded, conditions, failure, refund_cents } = bounty;
  const isLowest = bounty.mode === "lowest_price";
  return (
    <Card title="Bounty">
      <p class="row-actions">
        <Badge {...bountyStatusWords[bounty.status]} />
        <strong>
          {isLowest && "up to "}
          <Money cents={cents} currency={currency} />
        </strong>
        {winners > 1 && <span safe>{`for each of ${winners} winners`}</span>}
      </p>
      {failure !== null && (
        <p>
          <span safe>{`The card could not be charged: ${failure}`}</span>{" "}
          <a href={`/account/requests/new?again=${request.id}`}>Post it again with another card</a>
        </p>
      )}
      <p>{leads[bounty.status]}</p>
      <ul class="bullets">
        {conditions.map((condition) => (
          <li>
            <Foreign text={condition} />
          </li>
        ))}
      </ul>
      <Facts
        facts={[
          ["Who wins", modes[bounty.mode][winners === 1 ? 0 : 1]],
          ["Won", <span safe>{`${awarded} of ${winners}`}</span>],
          ["Deliveries", <span safe>{deliveriesText(bounty)}</span>],
          bounty.ended_at === null
            ? ["Until", <Time at={expires_at} />]
            : ["Ended", <Time at={bounty.ended_at} />],
          refund_cents === 0
            ? null
            : ["Refunded", <Money cents={refund_cents} currency={currency} />],
        ]}
      />
    </Card>
  );
}

function deliveriesText({ deliveries, awarded }: BountyView): string {
  const parts = [
    [awarded, "won"],
    [deliveries.pending, "being checked"],
    [deliveries.passed, "passed"],
    [deliveries.failed, "failed"],
    [deliveries.undecided, "not decided"],
    [deliveries.lost, "lost"],
  ] as const;
  const counts = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return counts.length === 0 ? "None yet" : counts.join(", ");
}

/** In a list: the prize. */
export function Prize({ bounty, currency }: { bounty: BountyView; currency: string }): JSX.Element {
  return (
    <span class="lines">
      <Money cents={bounty.prize_cents} currency={currency} />
      <span class="small">
        <Badge {...bountyStatusWords[bounty.status]} />
      </span>
    </span>
  );
}

function DeliveryBadge({ status }: { status: DeliveryState }): JSX.Element {
  return <Badge {...deliveryStateWords[status]} />;
}

/** The verdict about a delivered file, with its figures. */
export function DeliveryVerdict(props: { delivery: DeliveryView; currency: string }): JSX.Element {
  const { delivery, currency } = props;
  const { status, results, detail, price_cents, version } = delivery;
  return (
    <div class="stack-s">
      <p class="row-actions">
        <DeliveryBadge status={status} />
        <span class="small muted">
          <span safe>{`Version ${version}, for `}</span>
          <Money cents={price_cents} currency={currency} />
        </span>
      </p>
      {detail !== null && (
        <p class="small" safe>
          {detail}
        </p>
      )}
      {results.length > 0 && (
        <details>
          <summary safe>{counted(results.length, "condition")}</summary>
          <ChecksTable results={results} />
        </details>
      )}
    </div>
  );
}
