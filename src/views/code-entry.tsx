import type { ReactNode, RefObject } from 'react';
import { hasHangul, latinKeys } from '#i18n/hangul-keys.ts';
import { useText } from '#src/app/text.ts';
import { CodeField } from '#src/ui/code-field.tsx';
import { Message } from '#src/ui/message.tsx';
import { TextLink } from '#src/ui/text-link.tsx';

export type CodeEntryProps = {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: ReactNode;
  readonly hint?: string | undefined;
  /** The code is being checked: the input is disabled meanwhile (spec section 5). */
  readonly isBusy: boolean;
  /** `digits` and `characters` for codes that a person reads; `keys` for what a security key types. */
  readonly kind: 'digits' | 'characters' | 'keys';
};

/** Longest text that is offered in Latin keys: no code is longer, and the offer repeats all of it. */
const LONGEST_OFFER = 64;

const isOffered = (value: string): boolean => value.length <= LONGEST_OFFER && hasHangul(value);

/** The one input of a code, and the offer to read Hangul as the Latin keys that were meant. */
export function CodeEntry({ field, label, value, onChange, error, hint, isBusy, kind }: CodeEntryProps) {
  const text = useText();
  const shared = {
    ref: field,
    label,
    name: 'code',
    value,
    onChange,
    error,
    hint,
    disabled: isBusy,
    autoFocus: true,
    enterKeyHint: 'go',
  } as const;
  return (
    <>
      {kind === 'keys' ? (
        <CodeField {...shared} isLong autoComplete="off" inputMode="text" />
      ) : (
        <CodeField {...shared} inputMode={kind === 'digits' ? 'numeric' : 'text'} />
      )}
      <Message tone="warning" live="polite">
        {isOffered(value) ? (
          <>
            {text('code.hangul')}{' '}
            <TextLink
              inline
              onClick={() => {
                onChange(latinKeys(value));
                field.current?.focus();
              }}
            >
              {text('code.hangulReplace', { keys: latinKeys(value) })}
            </TextLink>
          </>
        ) : null}
      </Message>
    </>
  );
}
