/** The pages of one API key. */
import type { CreatedApiKey } from "../../../market/account/create-api-key.ts";
import type { ApiKeySummary } from "../../../market/account/read.ts";
import { Confirm, ErrorSummary, type FieldErrors, OwnForm, PostButton } from "../../kit/fields.tsx";
import { Icon } from "../../kit/icons.tsx";
import { Badge, Card, Facts, Time } from "../../kit/parts.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { type KeyFields, keyLabels, LimitFields, NameField, ScopeField } from "./form.tsx";
import { keyStateWords, Spent } from "./list-page.tsx";

const up = { href: "/account/keys", label: "API keys" };

type FormProps = { frame: Frame; currency: string; fields: KeyFields; errors: FieldErrors };

export function NewKeyPage(props: FormProps): JSX.Element {
  const { frame, currency, fields, errors } = props;
  return (
    <AccountLayout
      frame={frame}
      title="Create an API key"
      lead="You can change its name and limits later, and revoke it at any time."
      up={up}
    >
      <ErrorSummary errors={errors} labels={keyLabels} />
      <OwnForm action="/account/keys" viewer={frame.viewer} class="card stack">
        <NameField {...{ fields, errors }} />
        <ScopeField {...{ fields, errors }} />
        <LimitFields {...{ fields, errors, currency }} />
        <div class="actions">
          <button class="button primary" type="submit">
            Create the key
          </button>
          <a class="button plain" href="/account/keys">
            Cancel
          </a>
        </div>
      </OwnForm>
    </AccountLayout>
  );
}

/** The only place where the secret is ever shown. */
export function SecretPage(props: {
  frame: Frame;
  created: CreatedApiKey;
  baseUrl: string;
}): JSX.Element {
  const { frame, created, baseUrl } = props;
  const command = [`curl ${baseUrl}/operator/me \\`, '  -H "Authorization: Bearer $API_KEY"'];
  return (
    <AccountLayout frame={frame} title="Your new API key" up={up}>
      <div class="notice">
        <Icon name="warning" />
        <p>
          <strong>Copy the key now.</strong> It is shown this once; only a fingerprint of it is
          kept. Whoever has it can spend within its limits.
        </p>
      </div>
      <Card title={created.key.name}>
        <p class="secret">
          <code safe>{created.secret}</code>
        </p>
        <p class="muted">
          Hand it to your agent as a bearer token, never in an address. To try it:
        </p>
        <pre>
          <code safe>{command.join("\n")}</code>
        </pre>
        <div class="actions">
          <a class="button primary" href="/account/keys">
            I have copied it
          </a>
        </div>
      </Card>
    </AccountLayout>
  );
}

export function KeyPage(props: FormProps & { apiKey: ApiKeySummary }): JSX.Element {
  const { frame, apiKey, fields, errors, currency } = props;
  const path = `/account/keys/${apiKey.id}`;
  const mayAct = frame.standing.suspendedReason === null && apiKey.revokedAt === null;
  return (
    <AccountLayout frame={frame} title={apiKey.name} up={up}>
      <ErrorSummary errors={errors} labels={keyLabels} />
      <div class={mayAct ? "cols" : "stack"}>
        {mayAct && (
          <Card title="What it may do">
            <OwnForm action={path} viewer={frame.viewer} class="stack">
              <NameField {...{ fields, errors }} />
              <ScopeField {...{ fields, errors }} />
              <LimitFields {...{ fields, errors, currency }} />
              <div class="actions">
                <button class="button primary" type="submit">
                  Save
                </button>
              </div>
            </OwnForm>
          </Card>
        )}
        <Card title="This key">
          <KeyFacts apiKey={apiKey} currency={currency} />
          {mayAct && (
            <Confirm summary="Revoke this key">
              <p>
                Agents that use it are refused at once, and it can't be brought back. What was
                bought with it stays yours.
              </p>
              <PostButton
                action={`${path}/revoke`}
                viewer={frame.viewer}
                label="Revoke the key"
                kind="danger"
              />
            </Confirm>
          )}
        </Card>
      </div>
    </AccountLayout>
  );
}

function KeyFacts(props: { apiKey: ApiKeySummary; currency: string }): JSX.Element {
  const { apiKey, currency } = props;
  const { label, tone } = keyStateWords[apiKey.state];
  const { lastUsedAt, expiresAt, revokedAt } = apiKey;
  return (
    <Facts
      facts={[
        ["State", <Badge tone={tone} label={label} />],
        ["Begins with", <code safe>{`${apiKey.prefix}…`}</code>],
        ["May", <span safe>{apiKey.scopes.join(", ")}</span>],
        ["Spent", <Spent spent={apiKey} currency={currency} />],
        ["Last used", lastUsedAt === null ? <span>Never</span> : <Time at={lastUsedAt} />],
        ["Created", <Time at={apiKey.createdAt} />],
        revokedAt === null
          ? ["Expires", expiresAt === null ? <span>Never</span> : <Time at={expiresAt} />]
          : ["Revoked", <Time at={revokedAt} />],
      ]}
    />
  );
}
