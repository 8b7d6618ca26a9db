import type { ReactNode, RefObject } from 'react';
import { CodeField } from '#src/ui/code-field.tsx';
import { HangulOffer } from './hangul-offer.tsx';

export type CodeEntryProps = {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly label: string;
  readonly onChange: () => void;
  readonly error?: ReactNode;
  readonly hint?: string | undefined;
  /** Shown at the end of the input. */
  readonly endContent?: ReactNode;
  /** False when the person has to do something else on the screen first. */
  readonly autoFocus?: boolean;
  /** The code is being checked, with the input disabled (spec section 5). */
  readonly isBusy: boolean;
  /** `digits` and `characters` for codes that a person reads; `keys` for codes that a security key types. */
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
