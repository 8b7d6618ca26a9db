import { createContext, type KeyboardEvent, type ReactNode, type SubmitEvent, useContext } from 'react';
import { EVENTS_FORM, type FieldsEvent } from '#src/ui/form-event.ts';
import { FORM_KEY_FIELD, FORM_KEY_PLACEHOLDER, SUBMIT_FIELD } from '#wire/server-portal.ts';
import styles from './form.module.css';

/** Key code of a key that the input method took. */
const TAKEN_BY_INPUT_METHOD = 229;

const InsideForm = createContext(false);

/** The form of a control that stands outside of any. */
export const useOuterForm = (): string | undefined => (useContext(InsideForm) ? undefined : EVENTS_FORM);

export interface FormProps {
  /** Sent when the person wants to go on. Nothing is checked before. */
  readonly event: FieldsEvent;
  /** Buttons outside of the forms of the screen post this one: what was typed goes with them. */
  readonly takesEvents?: boolean | undefined;
  /** Names the form for assistive technology when a screen has more than one. */
  readonly label?: string | undefined;
  readonly children: ReactNode;
}

/**
 * Sends its event on Enter and on the submit button, and not by the Enter that ends an input method's composition. Until
 * the script has arrived the browser posts it, or does nothing where it posts no event.
 */
export function Form({ event, takesEvents = false, label, children }: FormProps) {
  function submit(submitted: SubmitEvent<HTMLFormElement>) {
    submitted.preventDefault();
    const fields = [...new FormData(submitted.currentTarget)];
    event.send(Object.fromEntries(fields.map(([name, value]) => [name, String(value)])));
  }

  return (
    <form
      id={takesEvents ? EVENTS_FORM : undefined}
      className={styles['form']}
      // Outside of a dialog the browser does nothing by itself for `dialog`.
      method={event.value === undefined ? 'dialog' : 'post'}
      noValidate
      aria-label={label}
      onKeyDown={keepFromSubmitting}
      onSubmit={submit}
    >
      {event.value === undefined ? null : (
        <>
          <input type="hidden" name={SUBMIT_FIELD} value={event.value} />
          <FormKey />
        </>
      )}
      <InsideForm value={true}>{children}</InsideForm>
    </form>
  );
}

const FormKey = () => <input type="hidden" name={FORM_KEY_FIELD} value={FORM_KEY_PLACEHOLDER} />;

/**
 * What Enter presses in a form that takes the events of buttons before it: a browser presses the first button of a form,
 * and that must not be one of a language.
 */
export const SubmitFirst = () => (
  <button type="submit" form={EVENTS_FORM} hidden tabIndex={-1} aria-hidden="true" />
);

/** The form of the buttons that stand outside of the forms of a screen. */
export const EventsForm = () => (
  <form id={EVENTS_FORM} method="post" hidden>
    <FormKey />
  </form>
);

/** Safari ends the composition before this key press and tells by the key code alone. */
function keepFromSubmitting(event: KeyboardEvent) {
  const isComposed = event.nativeEvent.isComposing || event.keyCode === TAKEN_BY_INPUT_METHOD;
  if (event.key === 'Enter' && isComposed) event.preventDefault();
}
