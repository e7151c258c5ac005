import { Icon } from "../kit/icons.tsx";
import { Layout, type Viewer } from "../kit/layout.tsx";
import type { Decision } from "./decide-once.ts";

/**
 * Shown after the decision. `location` leads back to the program and works once; null: it was used.
 */
export function ConsentDonePage(props: {
  decision: Decision;
  location: string | null;
  viewer: Viewer;
}): JSX.Element {
  const { decision, location, viewer } = props;
  const isAllowed = decision.decided === "allowed";
  const title = isAllowed ? "The program is connected" : "The program is not connected";
  return (
    <Layout title={title} viewer={viewer} {...(location === null ? {} : { goesOnTo: location })}>
      <div class="card stack">
        <div class={isAllowed ? "mark good" : "mark bad"}>
          <Icon name={isAllowed ? "check" : "cross"} />
        </div>
        <div class="stack-s">
          <h1 safe>{title}</h1>
          <p>
            <strong safe>{decision.clientHost}</strong>{" "}
            {isAllowed
              ? "may act for you within your limits."
              : "did not get access. Nothing has changed."}{" "}
            {location === null ? "You can close this page." : "You are being sent back to it."}
          </p>
        </div>
        <div class="actions">
          {location !== null && (
            <a class="button primary" href={location}>
              Continue
            </a>
          )}
          {decision.connectionId !== null && (
            <a class="button plain" href={`/account/connections/${decision.connectionId}`}>
              See the connection
            </a>
          )}
        </div>
      </div>
    </Layout>
  );
}
