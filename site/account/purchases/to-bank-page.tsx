/** Forwards the browser to the bank's page, because an answer to a form may not leave this site. */
import { Layout, type Viewer } from "../../kit/layout.tsx";

export function ToBankPage(props: { viewer: Viewer; url: string; back: string }): JSX.Element {
  const { viewer, url, back } = props;
  return (
    <Layout title="Continue to your bank" viewer={viewer} goesOnTo={url}>
      <div class="card stack">
        <h1>Continue to your bank</h1>
        <p>Your bank's page opens automatically. If it does not, use this link.</p>
        <div class="actions">
          <a class="button primary" href={url}>
            Go to your bank
          </a>
          <a class="button plain" href={back}>
            Back
          </a>
        </div>
      </div>
    </Layout>
  );
}
