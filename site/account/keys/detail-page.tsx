import type { ApiKeySummary } from "../../../market/account/read.ts";
import { Confirm, ErrorSummary, OwnForm, PostButton } from "../../kit/fields.tsx";
import { Badge, Card, Facts, Time } from "../../kit/parts.tsx";
import { auditPath } from "../audit/list-page.tsx";
import { AccountLayout } from "../frame.tsx";
import { paths } from "../paths.ts";
import { type KeyFormProps, keyLabels, LimitFields, NameField, ScopeField } from "./form.tsx";
import { Spent } from "./spent.tsx";
import { keyStateWords } from "./words.ts";

const keyEnd =
  "Agents that use it are refused at once, and the key cannot be restored. You keep everything bought with it.";
const builtInEnd =
  "You keep everything bought with it. When you next buy or bid on this website, a new key without limits is created.";

export function KeyPage(props: KeyFormProps & { apiKey: ApiKeySummary }): JSX.Element {
  const { frame, apiKey, fields, errors, currency } = props;
  const path = `/account/keys/${apiKey.id}`;
  const mayAct = frame.standing.suspendedReason === null && apiKey.revokedAt === null;
  return (
    <AccountLayout frame={frame} title={apiKey.name} up={{ href: paths.keys, label: "API keys" }}>
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
          {apiKey.isBuiltIn && (
            <p>
              This website uses the key when you buy or bid here, within its limits. Nobody has its
              secret.
            </p>
          )}
          <KeyFacts apiKey={apiKey} currency={currency} />
          <p class="small">
            Activity is in the{" "}
            <a href={auditPath({ name: "api_key_id", id: apiKey.id })}>audit log</a>.
          </p>
          {mayAct && (
            <Confirm summary="Revoke this key">
              <p>{apiKey.isBuiltIn ? builtInEnd : keyEnd}</p>
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
        apiKey.isBuiltIn ? null : ["Begins with", <code safe>{`${apiKey.prefix}…`}</code>],
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
