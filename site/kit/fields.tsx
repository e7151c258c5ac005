import { escapeHtml, type PropsWithChildren } from "@kitajs/html";
import type { FieldErrors } from "./form.ts";
import type { Viewer } from "./layout.tsx";
import { unitsOf } from "./maxlength.ts";

type FieldProps = {
  name: string;
  label: string;
  hint?: string;
  errors?: FieldErrors;
};
type InputProps = FieldProps & {
  value: string;
  type?: "text" | "date" | "datetime-local" | "search" | "url";
  inputmode?: "decimal" | "text";
  /** In characters. */
  maxlength?: number;
  required?: boolean;
  autocomplete?: string;
  /** The id of a `<datalist>`. */
  list?: string;
};

/**
 * A form of this site. It posts to `action` with the session's token and a token of its own, by
 * which repeated posts are recognised.
 */
export function OwnForm(
  props: PropsWithChildren<{
    action: string;
    viewer: Viewer;
    class?: string;
    /** Set for a form that carries a file. */
    enctype?: "multipart/form-data";
  }>,
): JSX.Element {
  const { action, enctype } = props;
  return (
    <form method="post" action={action} enctype={enctype} class={props.class ?? "stack-m"}>
      <input type="hidden" name="form_token" value={props.viewer.formToken} />
      <input type="hidden" name="once" value={crypto.randomUUID()} />
      {props.children}
    </form>
  );
}

/** One button that posts a form; `name` and `value` are included if given. */
export function PostButton(props: {
  action: string;
  viewer: Viewer;
  label: string;
  /** The subject of the button, for screen-reader users who do not hear the surrounding row. */
  about?: string;
  kind?: "primary" | "plain" | "danger" | "link";
  name?: string;
  value?: string;
}): JSX.Element {
  const kind = props.kind ?? "plain";
  return (
    <OwnForm action={props.action} viewer={props.viewer} class="inline">
      <button
        class={kind === "link" ? "link" : `button ${kind}`}
        type="submit"
        name={props.name}
        value={props.value}
      >
        <span safe>{props.label}</span>
        {props.about && (
          <span class="unseen" safe>
            {` ${props.about}`}
          </span>
        )}
      </button>
    </OwnForm>
  );
}

export function TextField(props: InputProps): JSX.Element {
  const { name, value, type, inputmode, maxlength, required, autocomplete } = props;
  return (
    <Field {...props}>
      <input
        id={name}
        name={name}
        type={type ?? "text"}
        // The renderer escapes only quotes in attributes, so `&lt;` would come back as `<`.
        value={escapeHtml(value)}
        inputmode={inputmode}
        maxlength={maxlength === undefined ? undefined : unitsOf(maxlength)}
        required={required}
        autocomplete={autocomplete ?? "off"}
        list={props.list}
        {...described(props)}
      />
    </Field>
  );
}

export function TextArea(
  props: FieldProps & { value: string; maxlength: number; required?: boolean; rows?: number },
): JSX.Element {
  return (
    <Field {...props}>
      <textarea
        id={props.name}
        name={props.name}
        rows={String(props.rows ?? 5)}
        maxlength={unitsOf(props.maxlength)}
        required={props.required}
        {...described(props)}
        safe
      >
        {props.value}
      </textarea>
    </Field>
  );
}

/** One or several files of the types that `accept` lists. */
export function FileField(
  props: FieldProps & { accept: string; multiple?: boolean; isOptional?: boolean },
): JSX.Element {
  return (
    <Field {...props}>
      <input
        id={props.name}
        name={props.name}
        type="file"
        accept={props.accept}
        multiple={props.multiple}
        required={props.isOptional !== true}
        {...described(props)}
      />
    </Field>
  );
}

export function SelectField(
  props: FieldProps & { value: string; options: [value: string, label: string][] },
): JSX.Element {
  return (
    <Field {...props}>
      <select id={props.name} name={props.name} {...described(props)}>
        {props.options.map(([value, label]) => (
          <option value={value} selected={value === props.value} safe>
            {label}
          </option>
        ))}
      </select>
    </Field>
  );
}

export type Choice = { value: string; label: string; hint?: string };

/** Check boxes or radio buttons. */
export function ChoiceField(
  props: FieldProps & { kind: "checkbox" | "radio"; choices: Choice[]; chosen: string[] },
): JSX.Element {
  const { name, label, choices, chosen, kind } = props;
  return (
    <fieldset class="field" id={name} aria-describedby={described(props)["aria-describedby"]}>
      <legend safe>{label}</legend>
      <Help {...props} />
      <div class={choices.some(({ hint }) => hint !== undefined) ? "choices" : "choices tight"}>
        {choices.map((choice) => (
          <label class="choice">
            <input
              type={kind}
              name={name}
              value={choice.value}
              checked={chosen.includes(choice.value)}
            />
            <span>
              <span safe>{choice.label}</span>
              {choice.hint && (
                <span class="muted small" safe>
                  {choice.hint}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/**
 * The browser moves the focus there when the page opens. Any element may have the attribute (HTML,
 * 6.6.7).
 */
const focused = { tabindex: "-1", autofocus: true } as const;

/** Shown above a form that came back: the number of errors, each with a link to its field. */
export function ErrorSummary(props: {
  errors: FieldErrors;
  labels: Record<string, string>;
}): JSX.Element {
  const faults = Object.entries(props.errors);
  if (faults.length === 0) return "";
  return (
    <div class="notice bad error-summary" role="alert" {...focused}>
      <div class="stack-s">
        <h2>{faults.length === 1 ? "One thing needs your attention" : "Please check the form"}</h2>
        <ul>
          {faults.map(([name, detail]) => {
            const label = props.labels[name];
            const text = label === undefined ? detail : `${label}: ${detail}`;
            return (
              <li>
                {label === undefined ? (
                  <span safe>{text}</span>
                ) : (
                  <a href={`#${name}`} safe>
                    {text}
                  </a>
                )}
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}

/**
 * A destructive action that needs one more click: opens in place, explains the effect, and asks.
 */
export function Confirm(
  props: PropsWithChildren<{
    summary: string;
    /** The subject of the action, for screen-reader users who do not hear the surrounding row. */
    about?: string;
    open?: boolean;
  }>,
): JSX.Element {
  return (
    <details class="confirm" open={props.open}>
      <summary>
        <span safe>{props.summary}</span>
        {props.about && (
          <span class="unseen" safe>
            {` ${props.about}`}
          </span>
        )}
      </summary>
      <div class="stack-m">{props.children}</div>
    </details>
  );
}

function Field(props: PropsWithChildren<FieldProps>): JSX.Element {
  return (
    <div class="field">
      <label for={props.name} safe>
        {props.label}
      </label>
      <Help {...props} />
      {props.children}
    </div>
  );
}

function Help({ name, hint, errors }: FieldProps): JSX.Element {
  const error = errors?.[name];
  return (
    <>
      {hint && (
        <p class="muted small" id={`${name}-hint`} safe>
          {hint}
        </p>
      )}
      {error && (
        <p class="error" id={`${name}-error`} safe>
          {error}
        </p>
      )}
    </>
  );
}

function described({ name, hint, errors }: FieldProps) {
  const isFaulty = errors?.[name] !== undefined;
  const ids = [hint && `${name}-hint`, isFaulty && `${name}-error`].filter(Boolean);
  return {
    "aria-describedby": ids.length === 0 ? undefined : ids.join(" "),
    "aria-invalid": isFaulty ? ("true" as const) : undefined,
  };
}
