import {
  type OptionalTopic,
  optionalTopicNames,
  optionalTopics,
} from "../../../market/mail/topics.ts";
import { ChoiceField, OwnForm } from "../../kit/fields.tsx";
import { Card } from "../../kit/parts.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { paths } from "../paths.ts";

export function MailsPage(props: { frame: Frame; wanted: OptionalTopic[] }): JSX.Element {
  const { frame, wanted } = props;
  const choices = optionalTopicNames.map((topic) => ({
    value: topic,
    label: optionalTopics[topic].label,
    hint: optionalTopics[topic].what,
  }));
  return (
    <AccountLayout
      frame={frame}
      title="Mails"
      lead="Choose which mails you get. Your agents get events in any case."
    >
      <OwnForm action={paths.mails} viewer={frame.viewer}>
        <ChoiceField
          name="topics"
          label="Mail me about"
          kind="checkbox"
          choices={choices}
          chosen={wanted}
        />
        <div class="actions">
          <button class="button primary" type="submit">
            Save
          </button>
        </div>
      </OwnForm>
      <Card title="Always mailed, or set elsewhere">
        <p>
          Mails about your money and about who may act for you are always sent: purchases, payments,
          disputes, approvals and new programs.
        </p>
        <p>
          You choose mails about matches on <a href={paths.savedSearches}>each saved search</a>.
        </p>
      </Card>
    </AccountLayout>
  );
}
