import {
  type CompositionEvent,
  type HTMLAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useContext,
  useId,
  useState,
} from 'react';
import { ScreenTextIds } from '#src/ui/card.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { AlertIcon } from '#src/ui/icons.tsx';
import styles from './input-field.module.css';

/** The props of all fields. */
export interface FieldProps {
  readonly label: ReactNode;
  readonly name: string;
  /**
   * The initial text. The field is uncontrolled, so that text which is typed before the script has loaded is preserved.
   */
  readonly defaultValue?: string | undefined;
  readonly onChange?: ((value: string) => void) | undefined;
  /** The problem with the typed text, and what to do. Screen readers announce it when it appears. */
  readonly error?: ReactNode;
  readonly hint?: ReactNode;
  readonly autoComplete?: string | undefined;
  readonly inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
  readonly enterKeyHint?: HTMLAttributes<HTMLInputElement>['enterKeyHint'];
  readonly maxLength?: number | undefined;
  readonly disabled?: boolean | undefined;
  readonly readOnly?: boolean | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly ref?: Ref<HTMLInputElement> | undefined;
  /** Set if the error is rendered outside of the field, by a {@link FieldError} for several fields. */
  readonly 'aria-invalid'?: true;
  readonly 'aria-describedby'?: string;
}

interface InputFieldProps extends Omit<FieldProps, 'onChange'> {
  readonly type: 'text' | 'password' | 'email' | 'tel';
  readonly className?: string | undefined;
  /** A control at the end of the input. */
  readonly adornment?: ReactNode;
  /** A hint that appears and disappears, such as for Caps Lock. Screen readers announce it when it appears. */
  readonly status?: ReactNode;
  /** Called when the text changes. While an input method composes the text, the caller must not change it. */
  readonly onChange?: ((field: HTMLInputElement, isComposing: boolean) => void) | undefined;
  readonly onCompositionEnd?: (event: CompositionEvent<HTMLInputElement>) => void;
  /** Called when a key or mouse button is pressed or released. */
  readonly onKey?: (event: KeyboardEvent<HTMLInputElement> | MouseEvent<HTMLInputElement>) => void;
  readonly onBlur?: () => void;
}

/** The error of one or several fields. Screen readers announce it when it appears. */
export function FieldError({ id, error }: { readonly id: string; readonly error: ReactNode }) {
  return (
    <p id={id} role="alert" className={styles['error']}>
      {error ? (
        <>
          <AlertIcon />
          <span>{error}</span>
        </>
      ) : null}
    </p>
  );
}

/**
 * A field with its label, hints and error. The input is uncontrolled, so that text which a password manager has filled
 * in, or which was typed before the script has loaded, is preserved.
 */
export function InputField({
  label,
  error,
  hint,
  status,
  adornment,
  className,
  autoFocus = false,
  onKey,
  onChange,
  defaultValue,
  ...input
}: InputFieldProps) {
  const [initialText] = useState(defaultValue);
  const screenTextIds = useContext(ScreenTextIds);
  const id = useId();
  const hintId = `${id}-hint`;
  const statusId = `${id}-status`;
  const errorId = `${id}-error`;
  const describedBy = classNames(
    error ? errorId : undefined,
    status ? statusId : undefined,
    hint ? hintId : undefined,
    autoFocus ? screenTextIds : undefined,
  );
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      <div className={styles['frame']}>
        <input
          id={id}
          className={classNames(styles['input'], adornment !== undefined && styles['adorned'], className)}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy || undefined}
          {...input}
          defaultValue={initialText}
          onChange={(event) => onChange?.(event.currentTarget, isComposing(event.nativeEvent))}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: the person opens such a screen to type; its view chooses the field, and the focus does not move afterwards
          autoFocus={autoFocus}
          onKeyDown={onKey}
          onKeyUp={onKey}
          onMouseDown={onKey}
        />
        {adornment}
      </div>
      {hint ? (
        <p id={hintId} className={styles['hint']}>
          {hint}
        </p>
      ) : null}
      <p id={statusId} role="status" className={styles['status']}>
        {status}
      </p>
      <FieldError id={errorId} error={error} />
    </div>
  );
}

const isComposing = (event: Event): boolean => event instanceof InputEvent && event.isComposing;
