import { type ReactNode, useId } from 'react';
import { classNames } from '#src/ui/class-names.ts';
import styles from './input-field.module.css';

interface SelectFieldProps {
  readonly label: ReactNode;
  readonly name: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
  readonly disabled?: boolean | undefined;
}

/** One of many, by the list of the browser. */
export function SelectField({ label, name, value, options, onChange, disabled }: SelectFieldProps) {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={classNames(styles['input'], styles['select'])}
        name={name}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
