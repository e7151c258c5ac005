/** For who is not signed in: what is asked, of whom, and the way to the sign-in. */
import { Layout } from "../kit/layout.tsx";
import { signInPath } from "../kit/local-path.ts";
import { AgentCard, Heading } from "./agent-card.tsx";
import type { ApprovalShown } from "./use-cases.ts";

/** For who is not signed in: what is asked, of whom, and the way to the sign-in. */
export function ApprovalSignInPage(props: {
  approval: ApprovalShown;
  path: string;
  providerHost: string;
}): JSX.Element {
  const { approval } = props;
  return (
    <Layout title="Approve a seller agent">
      <div class="stack">
        <Heading title="A seller agent asks for your approval">
          It wants to sell datasets in the name of the owner of{" "}
          <strong safe>{approval.ownerEmailMasked}</strong>. Sign in with that address to approve or
          reject it.
        </Heading>
        <AgentCard approval={approval} owner={approval.ownerEmailMasked} />
        <div class="actions">
          <a class="button primary" href={signInPath(props.path)}>
            Sign in to decide
          </a>
        </div>
        <p class="muted small">
          You sign in at <strong safe>{props.providerHost}</strong> and come straight back here. If
          you don't know this agent, you can ignore the request: without your approval it can't sell
          anything.
        </p>
      </div>
    </Layout>
  );
}
