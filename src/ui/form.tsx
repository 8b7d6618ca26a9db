import type { FormEvent, KeyboardEvent, ReactNode } from 'react';
import styles from './form.module.css';

/** Key code of a key that the input method took. */
const TAKEN_BY_INPUT_METHOD = 229;

export interface FormProps {
  /** The person wants to go on. Nothing is checked before. */
  readonly onSubmit: () => void;
  /** Names the form for assistive technology when a screen has more than one. */
  readonly label?: string | undefined;
  readonly children: ReactNode;
}

/**
 * Submits on Enter and on the submit button, never by the browser itself, and not by the Enter that ends
 * an input method's composition.
 */
export function Form({ onSubmit, label, children }: FormProps) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    onSubmit();
  }

  return (
    <form
      className={styles['form']}
      // Outside of a dialog the browser then does nothing by itself, also before the script has arrived.
      method="dialog"
      noValidate
      aria-label={label}
      onKeyDown={keepFromSubmitting}
      onSubmit={submit}
    >
      {children}
    </form>
  );
}

/** Safari ends the composition before this key press and tells by the key code alone. */
function keepFromSubmitting(event: KeyboardEvent) {
  const isComposed = event.nativeEvent.isComposing || event.keyCode === TAKEN_BY_INPUT_METHOD;
  if (event.key === 'Enter' && isComposed) event.preventDefault();
}
