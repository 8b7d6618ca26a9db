import { type ReactNode, useId } from 'react';
import { useOuterForm } from '#src/ui/form.tsx';
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
  /** The legend is for assistive technology alone, because the screen says the same nearby. */
  readonly legendHidden?: boolean | undefined;
  /** Side by side while they fit, for short labels. */
  readonly isRow?: boolean | undefined;
  readonly name: string;
  /** What is chosen, where a machine holds the choice. */
  readonly value?: Value | undefined;
  /** What is chosen at first, where the form holds the choice. */
  readonly defaultValue?: Value | undefined;
  readonly options: readonly RadioOption<Value>[];
  readonly onChange?: ((value: Value) => void) | undefined;
}

/** One of a few. */
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
  const form = useOuterForm();
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
              // The label holds the hint too, which describes it: its name is its own words alone.
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
