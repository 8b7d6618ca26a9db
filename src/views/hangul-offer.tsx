import type { RefObject } from 'react';
import { useLateParts } from '#src/app/late-parts.ts';
import { useText } from '#src/app/text.ts';
import { typeInto, useFieldText } from '#src/ui/field-text.ts';
import { Message } from '#src/ui/message.tsx';
import { TextLink } from '#src/ui/text-link.tsx';

/** Maximum length of a text for which the conversion is offered. */
const MAX_OFFER_LENGTH = 64;
/** Maximum number of keys that the link shows. The code of a security key, for example, has 44. */
const MAX_SHOWN_KEYS = 12;

/** If a field contains Hangul, offers to replace it with the Latin letters on the keys that were pressed. */
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
            {keys.length > MAX_SHOWN_KEYS
              ? text('code.hangulReplaceLong')
              : text('code.hangulReplace', { keys })}
          </TextLink>
        </>
      )}
    </Message>
  );
}
