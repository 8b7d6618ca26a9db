import { type FormEvent, type KeyboardEvent, type ReactNode, useRef } from 'react';
import styles from './form.module.css';

/** What Windows and Safari send for a key that the input method took. */
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
 * an input method's composition. Safari ends the composition before that key press and marks it by its
 * key code alone.
 */
export function Form({ onSubmit, label, children }: FormProps) {
  const isComposedEnter = useRef(false);

  function noteKey(event: KeyboardEvent<HTMLFormElement>) {
    isComposedEnter.current =
      event.key === 'Enter' && (event.nativeEvent.isComposing || event.keyCode === TAKEN_BY_INPUT_METHOD);
    if (isComposedEnter.current) event.preventDefault();
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isComposedEnter.current) onSubmit();
  }

  return (
    <form
      className={styles['form']}
      method="post"
      noValidate
      aria-label={label}
      onKeyDownCapture={noteKey}
      onKeyUpCapture={() => {
        isComposedEnter.current = false;
      }}
      onSubmit={submit}
    >
      {children}
    </form>
  );
}
