import { type ReactNode, useId } from 'react';
import { classNames } from '#src/ui/class-names.ts';
import { FieldError } from '#src/ui/input-field.tsx';
import styles from './input-field.module.css';

interface TextAreaFieldProps {
  readonly label: ReactNode;
  readonly name: string;
  readonly rows: number;
  readonly hint: ReactNode;
  readonly error: ReactNode;
}

/** A field for a text of several lines. It is uncontrolled, as all fields are. */
export function TextAreaField({ label, name, rows, hint, error }: TextAreaFieldProps) {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        name={name}
        rows={rows}
        className={classNames(styles['input'], styles['area'])}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
      />
      <p id={`${id}-hint`} className={styles['hint']}>
        {hint}
      </p>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}
