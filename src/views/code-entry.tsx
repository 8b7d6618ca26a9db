import type { ReactNode, RefObject } from 'react';
import { CodeField } from '#src/ui/code-field.tsx';
import { HangulOffer } from './hangul-offer.tsx';

export type CodeEntryProps = {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly label: string;
  readonly onChange: () => void;
  readonly error?: ReactNode;
  readonly hint?: string | undefined;
  /** Content at the end of the input, such as the remaining time. */
  readonly endContent?: ReactNode;
  /** Whether the input has the focus when the screen opens. False if the person has to use another control first. */
  readonly autoFocus?: boolean;
  /** Whether the server is checking the code. The input is then disabled (spec section 5). */
  readonly isBusy: boolean;
  /** `digits` or `characters` for a code that a person reads, `keys` for a code that a security key types. */
  readonly kind: 'digits' | 'characters' | 'keys';
};

/** The input of a code, and the offer to convert Hangul to the Latin keys that were pressed. */
export function CodeEntry({
  field,
  label,
  onChange,
  error,
  hint,
  endContent,
  autoFocus = true,
  isBusy,
  kind,
}: CodeEntryProps) {
  const fieldProps = {
    ref: field,
    label,
    name: 'code',
    onChange,
    error,
    hint,
    endContent,
    disabled: isBusy,
    autoFocus,
    enterKeyHint: 'go',
  } as const;
  return (
    <>
      {kind === 'keys' ? (
        <CodeField {...fieldProps} isLong autoComplete="off" inputMode="text" />
      ) : (
        <CodeField {...fieldProps} inputMode={kind === 'digits' ? 'numeric' : 'text'} />
      )}
      <HangulOffer field={field} />
    </>
  );
}
