import { type TextKey, useText } from './interface-texts.ts';

/** One of a few values that are all in sight. */
export function RadioGroup<Value extends TextKey>({
  name,
  value,
  values,
  onChoose,
}: {
  readonly name: TextKey;
  readonly value: Value;
  readonly values: readonly Value[];
  readonly onChoose: (value: Value) => void;
}) {
  const text = useText();
  return (
    <fieldset className="choice">
      <legend>{text(name)}</legend>
      {values.map((each) => (
        <label key={each}>
          <input type="radio" name={name} checked={each === value} onChange={() => onChoose(each)} />
          {text(each)}
        </label>
      ))}
    </fieldset>
  );
}
