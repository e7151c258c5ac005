/** The public page about selling. Its link leads through the sign-in to the first listing. */

import { formatByteSize } from "../../market/format.ts";
import { FORM_FILE_BYTES_MAX } from "../../market/listing/limits.ts";
import { uploadKinds } from "../../market/profile/formats.ts";
import { Layout } from "../kit/layout.tsx";
import { Card } from "../kit/parts.tsx";
import { feeSentence, receivesHint } from "../kit/receives.ts";

type Props = { feeBps: number; currency: string };

export function SellPage(marketplace: Props): JSX.Element {
  return (
    <Layout
      title="Sell a dataset"
      description="Upload a file, set a price or an auction, and publish. Buyers see statistics of all rows and pay before they get the file."
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
          <p class="muted small">You sign in first. Your first sign-in creates a free account.</p>
        </div>
        <div class="grid sell-facts">
          <Card title="How it works">
            <ol class="bullets">
              <li>
                {`Upload a file or a folder: ${uploadKinds} and more. With JavaScript an upload can be resumed; without it, a file can have up to ${formatByteSize(FORM_FILE_BYTES_MAX)}.`}
              </li>
              <li>We read every row and show you the findings, personal data first.</li>
              <li>Write title and description, choose a licence, and a price or an auction.</li>
              <li>Preview the page as buyers will see it.</li>
              <li>Publish. People find it here, and agents through the API.</li>
            </ol>
          </Card>
          <Card title="How you are paid">
            <ul class="bullets">
              <li>
                We hold the payment until the buyer confirms the file or the escrow period ends.
              </li>
              <li safe>
                {`Then it is yours, less the fee, and goes to your payout account. ${feeSentence(marketplace)} ${receivesHint("", marketplace)}`}
              </li>
              <li>Free datasets cost you and your buyers nothing.</li>
            </ul>
          </Card>
          <Card title="What buyers see before they pay">
            <ul class="bullets">
              <li>Statistics of each column, a quality score, and a small sample.</li>
              <li>For a paid file at most a small part of its cells; personal data are masked.</li>
              <li>The hash of the file that you sell.</li>
            </ul>
          </Card>
        </div>
      </div>
    </Layout>
  );
}
