import { type ReactNode, useId } from 'react';
import { useOuterFormId } from '#src/ui/form.tsx';
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx';
import styles from './choice.module.css';

interface RadioOption<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** The id of an element on the screen that describes the option. */
  readonly describedBy?: string | undefined;
  readonly disabled?: boolean | undefined;
}

export interface RadioGroupProps<Value extends string> {
  readonly legend: ReactNode;
  /** Whether the legend is only for screen readers, because another text of the screen says the same. */
  readonly legendHidden?: boolean | undefined;
  /** Whether options with short labels are next to each other, if the row is wide enough. */
  readonly isRow?: boolean | undefined;
  readonly name: string;
  /** The selected value, if a machine stores it. */
  readonly value?: Value | undefined;
  /** The initial value, if only the form stores the selected value. */
  readonly defaultValue?: Value | undefined;
  readonly options: readonly RadioOption<Value>[];
  readonly onChange?: ((value: Value) => void) | undefined;
}

/** A group of radio buttons. */
export function RadioGroup<Value extends string>({
  legend,
  legendHidden = false,
  isRow = false,
  name,
  value,
  defaultValue,
  options,
  onChange,
}: RadioGroupProps<Value>) {
  const id = useId();
  const formId = useOuterFormId();
  return (
    <fieldset className={styles['group']} data-row={isRow || undefined}>
      <legend className={styles['legend']}>
        {legendHidden ? <VisuallyHidden>{legend}</VisuallyHidden> : legend}
      </legend>
      {options.map((option) => {
        const labelId = `${id}-${option.value}`;
        const hintId = `${labelId}-hint`;
        return (
          <label key={option.value} className={styles['option']}>
            <input
              type="radio"
              className={styles['dot']}
              name={name}
              form={formId}
              value={option.value}
              {...(value === undefined
                ? { defaultChecked: option.value === defaultValue }
                : { checked: option.value === value })}
              disabled={option.disabled}
              // The label element also contains the hint, which must not be part of the accessible name.
              aria-labelledby={option.hint ? labelId : undefined}
              aria-describedby={option.hint ? hintId : option.describedBy}
              onChange={() => onChange?.(option.value)}
            />
            <span className={styles['text']}>
              <span id={option.hint ? labelId : undefined}>{option.label}</span>
              {option.hint ? (
                <span id={hintId} className={styles['hint']}>
                  {option.hint}
                </span>
              ) : null}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
