import {
  WEBHOOK_DESCRIPTION_CHARS_MAX,
  WEBHOOK_URL_CHARS_MAX,
} from "../../../market/webhook/limits.ts";
import type { OwnerWebhookView } from "../../../market/webhook/owner-webhook-view.ts";
import { ChoiceField, SelectField, TextField } from "../../kit/fields.tsx";
import type { FieldErrors } from "../../kit/form.ts";
import type { Frame } from "../frame.tsx";
import type { KeyName } from "../own-keys.ts";
import type { WebhookForm } from "./use-cases.ts";
import { eventChoices } from "./words.ts";

/** The field values as text, so that the page can show the input again after an error. */
export type WebhookFields = {
  url: string;
  description: string;
  types: string[];
  api_key_id: string;
};

export const webhookLabels: Record<keyof WebhookFields, string> = {
  url: "Address",
  description: "Description",
  types: "Events",
  api_key_id: "API key",
};

export type WebhookFormProps = { frame: Frame; fields: WebhookFields; errors: FieldErrors };

export const emptyWebhookFields: WebhookFields = {
  url: "",
  description: "",
  types: [],
  api_key_id: "",
};

export function webhookFieldsOf(webhook: OwnerWebhookView): WebhookFields {
  const { url, description, types, api_key_id } = webhook;
  return { url, description: description ?? "", types, api_key_id: api_key_id ?? "" };
}

export function readWebhookFields(form: URLSearchParams): WebhookFields {
  const text = (name: string) => (form.get(name) ?? "").trim();
  return {
    url: text("url"),
    description: text("description"),
    types: form.getAll("types"),
    api_key_id: text("api_key_id"),
  };
}

/** The values in the fields, and the errors that this page can find by itself. */
export function readWebhook(fields: WebhookFields): { webhook: WebhookForm; errors: FieldErrors } {
  const errors: FieldErrors = {};
  if (!URL.canParse(fields.url)) {
    errors.url = "Enter a full URL, such as https://agents.example.com/events.";
  }
  const { description } = fields;
  return { webhook: { ...fields, description: description === "" ? null : description }, errors };
}

export function WebhookFieldSet(props: {
  fields: WebhookFields;
  errors: FieldErrors;
  /** Null for an agent's webhook, which belongs to no key. */
  keys: KeyName[] | null;
}): JSX.Element {
  const { fields, errors, keys } = props;
  return (
    <>
      <TextField
        name="url"
        label={webhookLabels.url}
        hint="We send a POST to it. It must be public and begin with https://."
        type="url"
        value={fields.url}
        maxlength={WEBHOOK_URL_CHARS_MAX}
        required
        errors={errors}
      />
      <TextField
        name="description"
        label={webhookLabels.description}
        hint="Only you see it. Optional."
        value={fields.description}
        maxlength={WEBHOOK_DESCRIPTION_CHARS_MAX}
        errors={errors}
      />
      {keys !== null && (
        <SelectField
          name="api_key_id"
          label={webhookLabels.api_key_id}
          hint="The calls end when this key ends."
          value={fields.api_key_id}
          options={keys.map(({ id, name }) => [id, name])}
          errors={errors}
        />
      )}
      <ChoiceField
        kind="checkbox"
        name="types"
        label={webhookLabels.types}
        hint="Choose none to get all events."
        choices={eventChoices}
        chosen={fields.types}
        errors={errors}
      />
    </>
  );
}

/** Replaces the form if the account has no key to choose. */
export function NoReadingKey(): JSX.Element {
  return (
    <div class="card stack-m">
      <p>
        A webhook needs an API key with the scope “read”, and its calls end with the key. Your
        account has none. <a href="/account/keys/new">Create a key with “read”</a>
      </p>
    </div>
  );
}
