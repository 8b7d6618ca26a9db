import { type FieldProps, InputField } from '#src/ui/input-field.tsx';

/** A PIN: digits that nobody beside the person reads. The browser shall not keep it. */
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
