import { type FieldProps, InputField } from '#src/ui/input-field.tsx';

export interface TextFieldProps extends FieldProps {
  readonly type?: 'text' | 'email' | 'tel';
}

/** A field for one line of text, without automatic corrections and capitals. */
export function TextField({ type = 'text', onChange, ...props }: TextFieldProps) {
  return <InputField {...props} type={type} onChange={(field) => onChange?.(field.value)} />;
}
