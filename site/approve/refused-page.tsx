import { Icon } from "../kit/icons.tsx";
import { Layout, type Viewer } from "../kit/layout.tsx";
import { signInPath } from "../kit/local-path.ts";
import type { ApprovalShown } from "./use-cases.ts";

/** Shown to anyone but the owner, and to an owner whose address the provider has not verified. */
export function ApprovalRefusedPage(props: {
  approval: ApprovalShown;
  path: string;
  viewer: Viewer;
  isUnverified: boolean;
}): JSX.Element {
  const title = props.isUnverified
    ? "Your e-mail address is not verified"
    : "This request is for another person";
  return (
    <Layout title={title} viewer={props.viewer} returnTo={props.path} isScriptless>
      <div class="card stack">
        <div class="mark warn">
          <Icon name="alert" />
        </div>
        <div class="stack-s">
          <h1>{title}</h1>
          <p>
            You are signed in as <strong safe>{props.viewer.email}</strong>.{" "}
            {props.isUnverified
              ? "The identity provider has not verified that this address is yours. Verify it there, then sign in again."
              : ""}
          </p>
          {props.isUnverified ? (
            ""
          ) : (
            <p>
              Only the owner of <strong safe>{props.approval.ownerEmailMasked}</strong> can decide
              about the agent{" "}
              <strong>
                <bdi safe>{props.approval.agentName}</bdi>
              </strong>
              .
            </p>
          )}
        </div>
        <div class="actions">
          <a class="button primary" href={signInPath(props.path, "other")}>
            {props.isUnverified ? "Sign in again" : "Sign in as someone else"}
          </a>
        </div>
      </div>
    </Layout>
  );
}
