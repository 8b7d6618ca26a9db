import { type ReactNode, useId } from 'react';
import { useOuterFormId } from '#src/ui/form.tsx';
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx';
import styles from './choice.module.css';

interface RadioOption<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** Id of a description elsewhere on the screen. */
  readonly describedBy?: string | undefined;
  readonly disabled?: boolean | undefined;
}

export interface RadioGroupProps<Value extends string> {
  readonly legend: ReactNode;
  /** Shows the legend only to assistive technology, because another text of the screen says the same. */
  readonly legendHidden?: boolean | undefined;
  /** Places the options side by side while they fit, for short labels. */
  readonly isRow?: boolean | undefined;
  readonly name: string;
  /** The selected value, when a machine stores it. */
  readonly value?: Value | undefined;
  /** The initial value, when the form stores it. */
  readonly defaultValue?: Value | undefined;
  readonly options: readonly RadioOption<Value>[];
  readonly onChange?: ((value: Value) => void) | undefined;
}

/** A choice of one among a few options. */
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
  const form = useOuterFormId();
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
              form={form}
              value={option.value}
              {...(value === undefined
                ? { defaultChecked: option.value === defaultValue }
                : { checked: option.value === value })}
              disabled={option.disabled}
              // The label element contains the hint too, which must not be part of the name.
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
