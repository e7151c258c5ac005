import { Layout } from "../kit/layout.tsx";
import { signInPath } from "../kit/local-path.ts";
import { AgentCard, Heading } from "./agent-card.tsx";
import type { ApprovalShown } from "./use-cases.ts";

type Words = { title: string; wants: string; signIn: string; action: string };

const asked: Words = {
  title: "A seller agent asks for your approval",
  wants: "It asks",
  signIn: "to approve or reject it",
  action: "Sign in to decide",
};

/** The mail's link keeps working for a while, even after the owner has decided. */
const decided: Words = {
  title: "This request has been decided",
  wants: "A seller agent wanted",
  signIn: "to see what it may do now",
  action: "Sign in to see it",
};

/** Shown without a session: the question, the person it is addressed to, and the sign-in link. */
export function ApprovalSignInPage(props: {
  approval: ApprovalShown;
  path: string;
  providerHost: string;
}): JSX.Element {
  const { approval } = props;
  const isAsked = approval.state === "pending";
  const words = isAsked ? asked : decided;
  return (
    <Layout title={isAsked ? "Approve a seller agent" : words.title} isScriptless>
      <div class="stack">
        <Heading title={words.title}>
          <span safe>{words.wants}</span> to sell datasets in the name of the owner of{" "}
          <strong safe>{approval.ownerEmailMasked}</strong>. Sign in with that address{" "}
          <span safe>{words.signIn}</span>.
        </Heading>
        <AgentCard approval={approval} owner={approval.ownerEmailMasked} />
        <div class="actions">
          <a class="button primary" href={signInPath(props.path)} safe>
            {words.action}
          </a>
        </div>
        <p class="muted small">
          You sign in at <strong safe>{props.providerHost}</strong> and come straight back here.
          {isAsked
            ? " If you don't know this agent, you can ignore the request: without your approval it can't sell anything."
            : ""}
        </p>
      </div>
    </Layout>
  );
}
