import { createContext, type KeyboardEvent, type ReactNode, type SubmitEvent, useContext } from 'react';
import { EVENTS_FORM_ID, type FieldsEvent } from '#src/ui/form-event.ts';
import { FORM_KEY_FIELD, FORM_KEY_PLACEHOLDER, SUBMIT_FIELD } from '#wire/server-portal.ts';
import styles from './form.module.css';

/** Key code of a key press that an input method has handled. */
const INPUT_METHOD_KEY_CODE = 229;

const IsInsideForm = createContext(false);

/** Id of the form for a control that is outside any form; undefined inside one. */
export const useOuterFormId = (): string | undefined =>
  useContext(IsInsideForm) ? undefined : EVENTS_FORM_ID;

export interface FormProps {
  /** Sent on submit, without validation. */
  readonly event: FieldsEvent;
  /** Buttons outside the screen's forms post this form, so that typed text is sent with their events. */
  readonly postsEvents?: boolean | undefined;
  /** Names the form for assistive technology when a screen has more than one. */
  readonly label?: string | undefined;
  readonly children: ReactNode;
}

/**
 * Sends its event on Enter and on the submit button, but not on the Enter that ends an input method's composition. Until
 * the script is loaded, the browser posts the form, or does nothing when the event cannot be posted.
 */
export function Form({ event, postsEvents = false, label, children }: FormProps) {
  function submit(submitted: SubmitEvent<HTMLFormElement>) {
    submitted.preventDefault();
    const fields = [...new FormData(submitted.currentTarget)];
    event.send(Object.fromEntries(fields.map(([name, value]) => [name, String(value)])));
  }

  return (
    <form
      id={postsEvents ? EVENTS_FORM_ID : undefined}
      className={styles['form']}
      // Outside a dialog element, the method `dialog` does nothing.
      method={event.value === undefined ? 'dialog' : 'post'}
      noValidate
      aria-label={label}
      onKeyDown={ignoreCompositionEnter}
      onSubmit={submit}
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

const FormKey = () => <input type="hidden" name={FORM_KEY_FIELD} value={FORM_KEY_PLACEHOLDER} />;

/**
 * The default button of a form with `takesEvents`: on Enter browsers press the first button of a form, which would
 * otherwise be one of the language switcher.
 */
export const DefaultSubmitButton = () => (
  <button type="submit" form={EVENTS_FORM_ID} hidden tabIndex={-1} aria-hidden="true" />
);

/** The form of the buttons outside the forms of a screen. */
export const EventsForm = () => (
  <form id={EVENTS_FORM_ID} method="post" hidden>
    <FormKey />
  </form>
);

/** Safari ends the composition before this key press; only the key code shows it. */
function ignoreCompositionEnter(event: KeyboardEvent) {
  const isComposed = event.nativeEvent.isComposing || event.keyCode === INPUT_METHOD_KEY_CODE;
  if (event.key === 'Enter' && isComposed) event.preventDefault();
}
