import { type FieldProps, InputField } from '#src/ui/input-field.tsx';

/** The field of a PIN: masked digits, not saved by the browser. */
export function PinField({ onChange, ...props }: FieldProps) {
  return (
    <InputField
      {...props}
      type="password"
      inputMode="numeric"
      autoComplete="off"
      onChange={(field) => onChange?.(field.value)}
    />
  );
}
