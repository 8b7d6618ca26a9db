import type { ReactNode } from 'react';
import { classNames } from '#src/ui/class-names.ts';
import { codeText } from '#src/ui/code-text.ts';
import { type FieldProps, InputField } from '#src/ui/input-field.tsx';
import styles from './code-field.module.css';

export type CodeFieldProps = Omit<FieldProps, 'maxLength'> & {
  /** A code that fills more than a line in large type, such as that of a security key. */
  readonly isLong?: boolean;
  /** Stands at the end of the input, as the time left of the code does. */
  readonly end?: ReactNode;
};

/**
 * A one-time code in one real input, so that pasting, autofill and correcting work. `onChange` gets the
 * text of {@link codeText}; while an input method composes it gets the text as it is.
 */
export function CodeField({
  onChange,
  autoComplete = 'one-time-code',
  inputMode = 'numeric',
  isLong = false,
  end,
  ...props
}: CodeFieldProps) {
  return (
    <InputField
      {...props}
      type="text"
      className={classNames(...(isLong ? [] : [styles['code'], inputMode === 'text' && styles['letters']]))}
      autoComplete={autoComplete}
      inputMode={inputMode}
      adornment={end === undefined ? undefined : <span className={styles['end']}>{end}</span>}
      onChange={(value, isComposing) => onChange(isComposing ? value : codeText(value))}
      onCompositionEnd={(event) => onChange(codeText(event.currentTarget.value))}
    />
  );
}
