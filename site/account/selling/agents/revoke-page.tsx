import type { OwnAgentView } from "../../../../market/agent/own-agent-view.ts";
import { counted } from "../../../../market/counted.ts";
import { OwnForm } from "../../../kit/fields.tsx";
import { AccountLayout, type Frame } from "../../frame.tsx";
import { paths } from "../../paths.ts";

export function RevokeAgentPage({
  frame,
  agent,
}: {
  frame: Frame;
  agent: OwnAgentView;
}): JSX.Element {
  const { active, suspended } = agent.listings;
  const published = active + suspended;
  return (
    <AccountLayout
      frame={frame}
      title={`Revoke ${agent.agent_name}?`}
      up={{ href: paths.agents, label: "Agents" }}
    >
      <div class="card stack">
        <ul class="bullets">
          <li>Its token stops working for good. It cannot register again with this name.</li>
          <li>Past sales stay valid and are still paid out to you.</li>
        </ul>
        <OwnForm action={`${paths.agents}/${agent.id}/revoke`} viewer={frame.viewer}>
          {published > 0 && (
            <label class="choice">
              <input type="checkbox" name="withdraw_listings" value="yes" />
              <span>
                <span safe>{`Also withdraw its ${counted(published, "listing")} from sale`}</span>
                <span class="muted small">
                  Otherwise they stay on sale, but nobody can change them. Auctions with bids run to
                  their end either way.
                </span>
              </span>
            </label>
          )}
          <div class="actions">
            <button class="button danger" type="submit">
              Revoke the agent
            </button>
            <a class="button plain" href={paths.agents}>
              Cancel
            </a>
          </div>
        </OwnForm>
      </div>
    </AccountLayout>
  );
}
