import type { RefObject } from 'react';
import { useLateParts } from '#src/app/late-parts.ts';
import { useText } from '#src/app/text.ts';
import { typeInto, useFieldText } from '#src/ui/field-text.ts';
import { Message } from '#src/ui/message.tsx';
import { TextLink } from '#src/ui/text-link.tsx';

/** Maximum length of a text for which the conversion is offered. */
const MAX_OFFER_LENGTH = 64;
/** Maximum number of letters that the link shows. The code of a YubiKey, for example, has 44. */
const MAX_SHOWN_LETTERS = 12;

/** If a field contains Hangul, offers to replace it with the Latin letters on the keys that were pressed. */
export function HangulOffer({ field }: { readonly field: RefObject<HTMLInputElement | null> }) {
  const text = useText();
  const lateParts = useLateParts();
  const value = useFieldText(field);
  const latinText =
    value.length <= MAX_OFFER_LENGTH && lateParts?.hasHangul(value) ? lateParts.latinKeys(value) : null;
  return (
    <Message tone="warning" live="polite">
      {latinText === null ? null : (
        <>
          <div>{text('code.hangul')}</div>
          <TextLink
            onClick={() => {
              typeInto(field.current, latinText);
              field.current?.focus();
            }}
          >
            {latinText.length > MAX_SHOWN_LETTERS
              ? text('code.hangulReplaceLong')
              : text('code.hangulReplace', { keys: latinText })}
          </TextLink>
        </>
      )}
    </Message>
  );
}
