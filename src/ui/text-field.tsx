import { type FieldProps, InputField } from '#src/ui/input-field.tsx';

export interface TextFieldProps extends FieldProps {
  readonly type?: 'text' | 'email' | 'tel';
}

/** One line of text, without autocorrection and capitalisation. */
export function TextField({ type = 'text', onChange, ...props }: TextFieldProps) {
  return <InputField {...props} type={type} onChange={(field) => onChange?.(field.value)} />;
}
