import { createContext, type KeyboardEvent, type ReactNode, type SubmitEvent, useContext } from 'react';
import { EVENTS_FORM_ID, type FieldsEvent } from '#src/ui/form-event.ts';
import { FORM_KEY_FIELD, FORM_KEY_PLACEHOLDER, SUBMIT_FIELD } from '#wire/server-portal.ts';
import styles from './form.module.css';

/** The key code of a key press that an input method has handled. */
const INPUT_METHOD_KEY_CODE = 229;

const IsInsideForm = createContext(false);

/** The id of the form to which a control outside of forms belongs. Undefined for a control inside a form. */
export const useOuterFormId = (): string | undefined =>
  useContext(IsInsideForm) ? undefined : EVENTS_FORM_ID;

export interface FormProps {
  /** The event that the form sends when it is submitted. */
  readonly event: FieldsEvent;
  /** Whether buttons outside of forms post this form with their events, so that the typed text is posted as well. */
  readonly postsEvents?: boolean | undefined;
  /** The accessible name of the form, if a screen has several forms. */
  readonly label?: string | undefined;
  readonly children: ReactNode;
}

/**
 * A form that sends an event on Enter and on its submit button, but not on an Enter that ends the composition of an
 * input method. Until the script has loaded, the browser posts the form, or does nothing if the form needs scripts.
 */
export function Form({ event, postsEvents = false, label, children }: FormProps) {
  function sendEvent(submitEvent: SubmitEvent<HTMLFormElement>) {
    submitEvent.preventDefault();
    const fields = [...new FormData(submitEvent.currentTarget)];
    event.send(Object.fromEntries(fields.map(([name, value]) => [name, String(value)])));
  }

  return (
    <form
      id={postsEvents ? EVENTS_FORM_ID : undefined}
      className={styles['form']}
      // With the method `dialog`, a form outside of a dialog element does nothing.
      method={event.value === undefined ? 'dialog' : 'post'}
      noValidate
      aria-label={label}
      onKeyDown={ignoreCompositionEnter}
      onSubmit={sendEvent}
    >
      {event.value === undefined ? null : (
        <>
          <input type="hidden" name={SUBMIT_FIELD} value={event.value} />
          <FormKey />
        </>
      )}
      <IsInsideForm value={true}>{children}</IsInsideForm>
    </form>
  );
}

/** The hidden field of the form key, which the server inserts. */
const FormKey = () => <input type="hidden" name={FORM_KEY_FIELD} value={FORM_KEY_PLACEHOLDER} />;

/**
 * The hidden first button of a form with `postsEvents`. On Enter, browsers press the first button of a form, which
 * would otherwise be a button of the language switcher.
 */
export const DefaultSubmitButton = () => (
  <button type="submit" form={EVENTS_FORM_ID} hidden tabIndex={-1} aria-hidden="true" />
);

/** The form that posts the events of the buttons outside of forms. */
export const EventsForm = () => (
  <form id={EVENTS_FORM_ID} method="post" hidden>
    <FormKey />
  </form>
);

/**
 * Prevents an Enter that ends a composition from submitting the form. Safari ends the composition before the key press,
 * so that only the key code shows that an input method has handled the key press.
 */
function ignoreCompositionEnter(event: KeyboardEvent) {
  const isComposed = event.nativeEvent.isComposing || event.keyCode === INPUT_METHOD_KEY_CODE;
  if (event.key === 'Enter' && isComposed) event.preventDefault();
}
