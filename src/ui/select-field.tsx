import { type ReactNode, useId } from 'react';
import { classNames } from '#src/ui/class-names.ts';
import styles from './input-field.module.css';

interface SelectFieldProps {
  readonly label: ReactNode;
  readonly name: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly disabled?: boolean | undefined;
  /** The initial value. By default, the value of the first option. */
  readonly defaultValue?: string;
  readonly onChange?: (value: string) => void;
}

/** A field in which a person chooses an option from the list of the browser. */
export function SelectField({ label, name, options, disabled, defaultValue, onChange }: SelectFieldProps) {
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
        disabled={disabled}
        defaultValue={defaultValue}
        onChange={onChange && ((event) => onChange(event.target.value))}
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
