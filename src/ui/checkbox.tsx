import { type ReactNode, useId } from 'react';
import { useOuterFormId } from '#src/ui/form.tsx';
import styles from './choice.module.css';

export interface CheckboxProps {
  readonly label: ReactNode;
  readonly name?: string | undefined;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean | undefined;
  readonly hint?: ReactNode;
}

/** A check box with its label. */
export function Checkbox({ label, name, checked, onChange, disabled, hint }: CheckboxProps) {
  const labelId = useId();
  const hintId = useId();
  const formId = useOuterFormId();
  return (
    <label className={styles['choice']}>
      <input
        type="checkbox"
        className={styles['box']}
        name={name}
        form={formId}
        checked={checked}
        disabled={disabled}
        // The label element also contains the hint, which must not be part of the accessible name.
        aria-labelledby={hint ? labelId : undefined}
        aria-describedby={hint ? hintId : undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span className={styles['text']}>
        <span id={hint ? labelId : undefined}>{label}</span>
        {hint ? (
          <span id={hintId} className={styles['hint']}>
            {hint}
          </span>
        ) : null}
      </span>
    </label>
  );
}
