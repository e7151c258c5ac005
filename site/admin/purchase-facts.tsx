/** The parts of a purchase on every page about its money: the deal, both sides, and its history. */

import type {
  DisputeSide,
  DisputeView,
  LedgerView,
  TrailView,
} from "../../market/administration/schemas.ts";
import { counted } from "../../market/counted.ts";
import { formatByteSize } from "../../market/format.ts";
import { auditWords } from "../account/audit/words.ts";
import { Badge, Card, Facts, Foreign, Money, Time } from "../kit/parts.tsx";
import { Table } from "../kit/table.tsx";

export function PurchaseCard({ dispute }: { dispute: DisputeView }): JSX.Element {
  const { file, currency } = dispute;
  return (
    <Card title="The purchase">
      <Facts
        facts={[
          ["Price", <Money cents={dispute.price_cents} currency={currency} />],
          ["Bought", <Time at={dispute.bought_at} />],
          ["Version", <span>{dispute.dataset_version}</span>],
          file.format === null ? null : ["Format", <span safe>{file.format}</span>],
          file.byte_size === null
            ? null
            : ["Size", <span safe>{formatByteSize(file.byte_size)}</span>],
          ["Downloads", <span safe>{counted(file.downloads, "address", "addresses")} issued</span>],
          file.profile_error === null ? null : ["Profile", <span safe>{file.profile_error}</span>],
          file.sha256 === null ? null : ["SHA-256", <code safe>{file.sha256}</code>],
        ]}
      />
      <p class="small">
        <a href={`/datasets/${dispute.dataset_id}/profile`}>Profile</a>
        {" · "}
        <a href={`/datasets/${dispute.dataset_id}/sample`}>Sample</a>
        {" · "}
        <a href={`/admin/listings/${dispute.dataset_id}`}>The listing</a>
      </p>
    </Card>
  );
}

export function SidesCard({ dispute }: { dispute: DisputeView }): JSX.Element {
  const { buyer, seller } = dispute;
  return (
    <Card title="Both sides">
      <Facts
        facts={[
          ["Buyer", <Side side={buyer} />],
          ["Seller", <Side side={seller} />],
          [
            "Agent",
            <a href={`/admin/agents/${seller.agent_id}`}>
              <Foreign text={seller.agent_name} />
            </a>,
          ],
        ]}
      />
    </Card>
  );
}

export function Side({ side }: { side: DisputeSide }): JSX.Element {
  return (
    <span class="row-actions">
      <a href={`/admin/accounts/${side.account_id}`} safe>
        {side.email}
      </a>
      {side.suspended && <Badge tone="bad" label="Suspended" />}
    </span>
  );
}

export function TrailSection({ trail }: { trail: TrailView[] }): JSX.Element {
  return (
    <section class="stack-s" aria-labelledby="trail">
      <h2 id="trail">What happened</h2>
      <Table
        caption="Events, oldest first"
        columns={["What", "Who", "When"]}
        rows={trail.map(({ action, actor, at }) => [
          <span safe>{auditWords(action)}</span>,
          <span safe>{actor}</span>,
          <Time at={at} />,
        ])}
      />
    </section>
  );
}

export function LedgerSection(props: { ledger: LedgerView[]; currency: string }): JSX.Element {
  const inWords = (name: string) => name.replaceAll("_", " ");
  return (
    <section class="stack-s" aria-labelledby="ledger">
      <h2 id="ledger">Ledger</h2>
      <Table
        caption="Ledger entries, oldest first"
        columns={["Posting", "Account", "When", { label: "Amount", kind: "number" }]}
        rows={props.ledger.map(({ posting, account, at, amount_cents }) => [
          <span safe>{inWords(posting)}</span>,
          <span safe>{inWords(account)}</span>,
          <Time at={at} />,
          <Money cents={amount_cents} currency={props.currency} />,
        ])}
      />
    </section>
  );
}
