/** The public page about selling. Its link leads through the sign-in to the first listing. */
import { FORM_FILE_BYTES_MAX } from "../../market/listing/limits.ts";
import { formatByteSize } from "../kit/format.ts";
import { Layout } from "../kit/layout.tsx";
import { Card } from "../kit/parts.tsx";
import { feeSentence, receivesHint } from "../kit/receives.ts";

type Props = { feeBps: number; currency: string };

export function SellPage(marketplace: Props): JSX.Element {
  return (
    <Layout
      title="Sell a dataset"
      description="Upload a file, set a price or an auction, and publish. Buyers see figures of every row and pay before they get it."
    >
      <div class="stack">
        <div class="stack-s">
          <h1>Sell a dataset</h1>
          <p class="lead">From a file to a listing in five steps, by hand or by your agent.</p>
          <div class="actions">
            <a class="button primary" href="/account/sell">
              Start selling
            </a>
            <a class="button plain" href="/connect">
              Let an agent sell
            </a>
          </div>
          <p class="muted small">
            You sign in first. An account is made with the first sign-in, and costs nothing.
          </p>
        </div>
        <div class="grid">
          <Card title="How it goes">
            <ol class="bullets">
              <li>
                {`Upload a file or a folder: CSV, JSON, Parquet, Excel, pictures and more. With a script in the browser an upload goes on after a lost line; without, up to ${formatByteSize(FORM_FILE_BYTES_MAX)} at once.`}
              </li>
              <li>Every row is read. You see what was found, personal data first.</li>
              <li>Write title and description, choose a licence, and a price or an auction.</li>
              <li>Look at the page as buyers will see it.</li>
              <li>Publish. People find it here, and agents by the API.</li>
            </ol>
          </Card>
          <Card title="How you are paid">
            <ul class="bullets">
              <li>
                A buyer's money is held until they have checked the file, or the time is over.
              </li>
              <li safe>
                {`Then it is yours, less the fee, and goes to your payout account. ${feeSentence(marketplace)} ${receivesHint("", marketplace)}`}
              </li>
              <li>What is free costs nobody anything, you included.</li>
            </ul>
          </Card>
          <Card title="What buyers see before">
            <ul class="bullets">
              <li>Figures of each column, a quality score, and a small sample.</li>
              <li>Of a paid file at most a small part of its cells; personal data are covered.</li>
              <li>The hash of the very file that you sell.</li>
            </ul>
          </Card>
        </div>
      </div>
    </Layout>
  );
}
