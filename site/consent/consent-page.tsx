/** The page where a person lets a program act for them and sets its limits. */
import type { CardSummary } from "../../market/account/read.ts";
import type { AuthorizationRequest } from "../../market/connection/authorization-port.ts";
import type { ConnectionView } from "../../market/connection/read.ts";
import { maySpend } from "../../market/connection/rules.ts";
import {
  type ConsentFields,
  consentLabels,
  ScopesField,
  SellerField,
  SpendingFields,
  ValidityField,
} from "../account/connections/form.tsx";
import { neverAllowed } from "../account/connections/words.ts";
import { ErrorSummary, OwnForm, PostButton } from "../kit/fields.tsx";
import type { FieldErrors } from "../kit/form.ts";
import { Icon } from "../kit/icons.tsx";
import { Layout, type Viewer } from "../kit/layout.tsx";
import { signInPath } from "../kit/local-path.ts";
import { Card } from "../kit/parts.tsx";
import { ClientCard } from "./client-card.tsx";
import { EarlierNotice, KeptLimits } from "./earlier.tsx";

export type ConsentPageProps = {
  asked: AuthorizationRequest;
  path: string;
  viewer: Viewer;
  cards: CardSummary[];
  currency: string;
  earlier: ConnectionView[];
  /** The connection that this consent renews; null: a new connection. */
  renewed: ConnectionView | null;
  /** True: the renewed connection keeps its limits, and the form does not ask for them. */
  keepsLimits: boolean;
  fields: ConsentFields;
  errors: FieldErrors;
  /** Why an administrator suspended the account; null: it is not suspended. */
  suspendedReason: string | null;
};

export function ConsentPage(props: ConsentPageProps): JSX.Element {
  const { asked, path, viewer, renewed, errors, suspendedReason } = props;
  return (
    <Layout title={`Connect ${asked.clientHost}`} viewer={viewer} returnTo={path} isScriptless>
      <div class="stack">
        <div class="stack-s">
          <h1>
            {renewed === null ? "Let this program act for you?" : "Allow this program again?"}
          </h1>
          <p class="lead">
            It asks to use your account <strong safe>{viewer.email}</strong>. You set its limits.{" "}
            <a href={signInPath(path, "other")}>Use another account</a>
          </p>
        </div>
        <ErrorSummary errors={errors} labels={consentLabels} />
        <ClientCard asked={asked} />
        <EarlierNotice {...props} />
        {suspendedReason === null ? <Grant {...props} /> : <Suspended {...props} />}
      </div>
    </Layout>
  );
}

function Suspended(props: ConsentPageProps): JSX.Element {
  const { asked, path, viewer, suspendedReason } = props;
  return (
    <>
      <div class="notice bad" role="alert">
        <Icon name="warning" />
        <p>
          <strong>Your account is suspended</strong>, so no program can be connected. Reason:{" "}
          <span safe>{suspendedReason ?? ""}</span>
        </p>
      </div>
      <PostButton
        action={path}
        viewer={viewer}
        label="Go back"
        about={asked.clientHost}
        name="decision"
        value="deny"
      />
    </>
  );
}

function Grant(props: ConsentPageProps): JSX.Element {
  const { asked, path, viewer, cards, currency, renewed, keepsLimits, fields, errors } = props;
  const asksToSpend = maySpend(asked.scopesAsked);
  const sellsAnew = asked.scopesAsked.includes("sell") && (renewed?.agent ?? null) === null;
  return (
    <>
      {asksToSpend && !keepsLimits && <AddCard {...{ path, viewer, cards }} />}
      <OwnForm action={path} viewer={viewer} class="stack">
        <input type="hidden" name="renewed" value={renewed?.id ?? ""} />
        <Card title="Permissions">
          <ScopesField
            asked={asked.scopesAsked}
            has={renewed?.scopes ?? []}
            chosen={fields.scopes}
            errors={errors}
          />
          {sellsAnew && <SellerField {...{ fields, errors }} />}
          <div class="stack-s">
            <h3>It can never</h3>
            <ul class="points cannot">
              {neverAllowed.map((point) => (
                <li>
                  <Icon name="cross" />
                  <span safe>{point}</span>
                </li>
              ))}
            </ul>
          </div>
        </Card>
        <Card title={asksToSpend ? "Its limits" : "For how long"}>
          {keepsLimits && renewed !== null ? (
            <KeptLimits renewed={renewed} cards={cards} currency={currency} />
          ) : (
            <>
              {asksToSpend && <SpendingFields {...{ fields, errors, cards, currency }} />}
              <ValidityField {...{ fields, errors }} />
            </>
          )}
        </Card>
        <div class="actions">
          <button class="button primary" type="submit" name="decision" value="allow">
            Allow
          </button>
          <button class="button danger" type="submit" name="decision" value="deny">
            Deny
          </button>
        </div>
      </OwnForm>
    </>
  );
}

/**
 * A separate form above the other one, because a person who goes to the provider has typed nothing
 * yet.
 */
function AddCard(props: { path: string; viewer: Viewer; cards: CardSummary[] }): JSX.Element {
  const { path, viewer, cards } = props;
  return (
    <div class="notice">
      <Icon name="warning" />
      <div class="stack-s">
        <p>
          {cards.length === 0
            ? "You have no card yet. Add one first and come back here; adding one charges nothing. Without a card it can only get free datasets."
            : "It pays with your card. You can add another one first and come back here."}
        </p>
        <PostButton
          action={`${path}/card`}
          viewer={viewer}
          label="Add a card"
          kind={cards.length === 0 ? "plain" : "link"}
        />
      </div>
    </div>
  );
}
