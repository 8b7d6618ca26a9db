import { type FieldProps, InputField } from '#src/ui/input-field.tsx';

/** The field for a PIN. The digits are masked, and the browser does not save them. */
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
