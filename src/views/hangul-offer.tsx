import { useLateParts } from '#src/app/late-parts.ts';
import { useText } from '#src/app/text.ts';
import { Message } from '#src/ui/message.tsx';
import { TextLink } from '#src/ui/text-link.tsx';

/** Longest text that is offered in Latin keys. */
const MAX_OFFER_LENGTH = 64;
/** Longest offer that repeats the keys: the code of a security key has 44. */
const MAX_REPEATED_LENGTH = 12;

/** Offers to convert Hangul into the Latin keys that were pressed. */
export function HangulOffer({
  value,
  onReplace,
}: {
  readonly value: string;
  readonly onReplace: (keys: string) => void;
}) {
  const text = useText();
  const late = useLateParts();
  const keys = value.length <= MAX_OFFER_LENGTH && late?.hasHangul(value) ? late.latinKeys(value) : null;
  return (
    <Message tone="warning" live="polite">
      {keys === null ? null : (
        <>
          <div>{text('code.hangul')}</div>
          <TextLink onClick={() => onReplace(keys)}>
            {keys.length > MAX_REPEATED_LENGTH
              ? text('code.hangulReplaceLong')
              : text('code.hangulReplace', { keys })}
          </TextLink>
        </>
      )}
    </Message>
  );
}
