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
      title="E-mail"
      lead="Choose which e-mails you receive. Notifications and your agents' events are not affected."
    >
      <OwnForm action={paths.mails} viewer={frame.viewer}>
        <ChoiceField
          name="topics"
          label="E-mail me about"
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
      <Card title="Other e-mails">
        <p>
          We always e-mail you about money and access: purchases, payments, disputes, approvals and
          new programs.
        </p>
        <p>
          Each <a href={paths.savedSearches}>saved search</a> has its own setting for new matches.
        </p>
      </Card>
    </AccountLayout>
  );
}
