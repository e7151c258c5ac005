import { Icon, type IconName } from "../kit/icons.tsx";
import { Layout, type Viewer } from "../kit/layout.tsx";
import { AgentCard, Heading, type State } from "./agent-card.tsx";
import type { ApprovalShown } from "./use-cases.ts";

type Result = { title: string; next: string };

/** The page's text right after the decision, and for later visits. */
const results: Record<
  Exclude<State, "pending">,
  { icon: IconName; mark: string; now: Result; later: Result }
> = {
  verified: {
    icon: "check",
    mark: "mark good",
    now: {
      title: "The agent is approved",
      next: "The agent notices within about a minute and can then sell. You can close this page.",
    },
    later: {
      title: "This agent is approved already",
      next: "It can create and publish listings. There is nothing more for you to do.",
    },
  },
  rejected: {
    icon: "cross",
    mark: "mark bad",
    now: {
      title: "The agent is rejected",
      next: "It can't create listings. You can close this page.",
    },
    later: {
      title: "This agent was rejected already",
      next: "It can't create listings. There is nothing more for you to do.",
    },
  },
  revoked: {
    icon: "cross",
    mark: "mark bad",
    now: { title: "The agent's access is revoked", next: "It can't create or change listings." },
    later: {
      title: "This agent's access was revoked",
      next: "It can't create or change listings.",
    },
  },
};

/** Shown after the decision; `justDecided` is false on later visits. */
export function ApprovalResultPage(props: {
  approval: ApprovalShown;
  state: Exclude<State, "pending">;
  path: string;
  viewer: Viewer;
  justDecided: boolean;
}): JSX.Element {
  const { icon, mark, now, later } = results[props.state];
  const { title, next } = props.justDecided ? now : later;
  return (
    <Layout title={title} viewer={props.viewer} returnTo={props.path} isScriptless>
      <div class="stack">
        <div class={mark}>
          <Icon name={icon} />
        </div>
        <Heading title={title}>
          <span safe>{next}</span>
        </Heading>
        <AgentCard approval={props.approval} owner={props.approval.ownerEmail} />
      </div>
    </Layout>
  );
}
