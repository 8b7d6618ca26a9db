import { useId } from 'react';
import { FieldError } from '#src/ui/input-field.tsx';
import styles from './input-field.module.css';

interface FileFieldProps {
  readonly label: string;
  readonly name: string;
  readonly error?: string | null;
}

/** The file that the person has chosen in a field of a form; undefined if no file is chosen. */
export function fileIn(form: HTMLFormElement, name: string): File | undefined {
  const field = form.elements.namedItem(name);
  return field instanceof HTMLInputElement ? field.files?.[0] : undefined;
}

/** A field in which a person chooses a file. */
export function FileField({ label, name, error = null }: FileFieldProps) {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type="file"
        name={name}
        className={styles['input']}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      />
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}
