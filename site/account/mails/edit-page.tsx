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
      lead="What is mailed to you. Events tell your agents all the same, whatever you choose here."
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
          Mails about your money and about who may act for you always go out: purchases, payments,
          disputes, approvals and new programs.
        </p>
        <p>
          What a saved search finds is mailed as <a href={paths.savedSearches}>each search</a> says.
        </p>
      </Card>
    </AccountLayout>
  );
}
