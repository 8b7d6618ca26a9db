import type { ReactNode } from 'react';
import { classNames } from '#src/ui/class-names.ts';
import { extractCode } from '#src/ui/extract-code.ts';
import { fillField } from '#src/ui/field-text.ts';
import { type FieldProps, InputField } from '#src/ui/input-field.tsx';
import styles from './code-field.module.css';

export type CodeFieldProps = Omit<FieldProps, 'maxLength'> & {
  /** Whether the code is too long for large letters, such as the code of a security key. */
  readonly isLong?: boolean;
  /** Content at the end of the input, such as the remaining time. */
  readonly endContent?: ReactNode;
};

/**
 * The field of a one-time code. It is a single input, so that pasting, autofill and corrections work. {@link
 * extractCode} normalises the text, except while an input method composes it.
 */
export function CodeField({
  onChange,
  autoComplete = 'one-time-code',
  inputMode = 'numeric',
  isLong = false,
  endContent,
  ...props
}: CodeFieldProps) {
  function normaliseField(field: HTMLInputElement) {
    const code = extractCode(field.value);
    if (code !== field.value) fillField(field, code);
    onChange?.(code);
  }

  return (
    <InputField
      {...props}
      type="text"
      className={classNames(...(isLong ? [] : [styles['code'], inputMode === 'text' && styles['letters']]))}
      autoComplete={autoComplete}
      inputMode={inputMode}
      adornment={endContent === undefined ? undefined : <span className={styles['end']}>{endContent}</span>}
      onChange={(field, isComposing) => (isComposing ? onChange?.(field.value) : normaliseField(field))}
      onCompositionEnd={(event) => normaliseField(event.currentTarget)}
    />
  );
}
