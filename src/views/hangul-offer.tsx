import { useLateParts } from '#src/app/late-parts.ts';
import { useText } from '#src/app/text.ts';
import { Message } from '#src/ui/message.tsx';
import { TextLink } from '#src/ui/text-link.tsx';

/** Longest text that is offered in Latin keys. */
const LONGEST_OFFER = 64;
/** Longest offer that repeats the keys: the code of a security key has 44. */
const LONGEST_REPEATED = 12;

/** The offer to read Hangul as the Latin keys that were meant. */
export function HangulOffer({
  value,
  onReplace,
}: {
  readonly value: string;
  readonly onReplace: (keys: string) => void;
}) {
  const text = useText();
  const late = useLateParts();
  const keys = value.length <= LONGEST_OFFER && late?.hasHangul(value) ? late.latinKeys(value) : null;
  return (
    <Message tone="warning" live="polite">
      {keys === null ? null : (
        <>
          <div>{text('code.hangul')}</div>
          <TextLink onClick={() => onReplace(keys)}>
            {keys.length > LONGEST_REPEATED
              ? text('code.hangulReplaceLong')
              : text('code.hangulReplace', { keys })}
          </TextLink>
        </>
      )}
    </Message>
  );
}
