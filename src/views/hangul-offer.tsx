import type { RefObject } from 'react';
import { useLateParts } from '#src/app/late-parts.ts';
import { useText } from '#src/app/text.ts';
import { typeInto, useFieldText } from '#src/ui/field-text.ts';
import { Message } from '#src/ui/message.tsx';
import { TextLink } from '#src/ui/text-link.tsx';

/** Longest text that is offered in Latin keys. */
const MAX_OFFER_LENGTH = 64;
/** Longest offer that repeats the keys: the code of a security key has 44. */
const MAX_REPEATED_LENGTH = 12;

/** Offers to convert Hangul in a field into the Latin keys that were pressed. */
export function HangulOffer({ field }: { readonly field: RefObject<HTMLInputElement | null> }) {
  const text = useText();
  const lateParts = useLateParts();
  const value = useFieldText(field);
  const keys =
    value.length <= MAX_OFFER_LENGTH && lateParts?.hasHangul(value) ? lateParts.latinKeys(value) : null;
  return (
    <Message tone="warning" live="polite">
      {keys === null ? null : (
        <>
          <div>{text('code.hangul')}</div>
          <TextLink
            onClick={() => {
              typeInto(field.current, keys);
              field.current?.focus();
            }}
          >
            {keys.length > MAX_REPEATED_LENGTH
              ? text('code.hangulReplaceLong')
              : text('code.hangulReplace', { keys })}
          </TextLink>
        </>
      )}
    </Message>
  );
}
