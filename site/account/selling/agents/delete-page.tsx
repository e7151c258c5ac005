/** Explains what deleting a seller agent does, or lists the open matters that prevent it. */

import type { OwnAgentView } from "../../../../market/agent/own-agent-view.ts";
import type { OpenMatterView } from "../../../../market/agent/read.ts";
import { counted } from "../../../../market/counted.ts";
import { OwnForm } from "../../../kit/fields.tsx";
import { Foreign } from "../../../kit/parts.tsx";
import { Table } from "../../../kit/table.tsx";
import { AccountLayout, type Frame } from "../../frame.tsx";
import { paths } from "../../paths.ts";

type DeleteAgentProps = { frame: Frame; agent: OwnAgentView; open: OpenMatterView[] };

export function DeleteAgentPage({ frame, agent, open }: DeleteAgentProps): JSX.Element {
  return (
    <AccountLayout
      frame={frame}
      title={`Delete ${agent.agent_name}?`}
      up={{ href: `${paths.agents}/${agent.id}`, label: "The agent" }}
    >
      {open.length > 0 ? (
        <OpenMatters agent={agent} open={open} />
      ) : (
        <Confirmation {...{ frame, agent }} />
      )}
    </AccountLayout>
  );
}

function Confirmation({ frame, agent }: { frame: Frame; agent: OwnAgentView }): JSX.Element {
  const { active, suspended, draft } = agent.listings;
  const onSale = counted(active + suspended, "listing");
  return (
    <div class="card stack">
      <ul class="bullets">
        <li>Its token stops working for good.</li>
        <li safe>{`Its listings are withdrawn from sale: ${onSale}.`}</li>
        <li safe>{`Its drafts are deleted with their files: ${counted(draft, "draft")}.`}</li>
        <li>Past sales stay valid and are still paid out to you.</li>
        <li>
          Its name stays taken: no program can register with it again. To reuse the name, rename the
          agent first.
        </li>
      </ul>
      <OwnForm action={`${paths.agents}/${agent.id}/delete`} viewer={frame.viewer}>
        <div class="actions">
          <button class="button danger" type="submit">
            Delete the agent
          </button>
          <a class="button plain" href={`${paths.agents}/${agent.id}`}>
            Cancel
          </a>
        </div>
      </OwnForm>
    </div>
  );
}

const stateWords: Record<string, string> = {
  has_bids: "Auction with bids",
  unsettled: "Auction being paid",
  payment_pending: "Is being paid for",
  in_escrow: "Paid, held for the buyer",
  disputed: "Disputed by the buyer",
  bank_dispute: "Disputed by the buyer's bank",
};

function OpenMatters({ agent, open }: { agent: OwnAgentView; open: OpenMatterView[] }) {
  return (
    <div class="card stack">
      <p>
        It cannot be deleted yet. Each of these has to end first.
        {agent.state === "verified" && (
          <>
            {" "}
            Meanwhile you can <a href={`${paths.agents}/${agent.id}/revoke`}>revoke it</a>: its
            token stops working at once.
          </>
        )}
      </p>
      <Table
        caption="Open items"
        columns={["Dataset", "Open items"]}
        rows={open.map(({ dataset_id, title, state }) => [
          <a href={`/datasets/${dataset_id}`}>
            <Foreign text={title} />
          </a>,
          <span safe>{stateWords[state] ?? state}</span>,
        ])}
      />
    </div>
  );
}
