import { hasHangul, latinKeys } from '#i18n/hangul-keys.ts';
import { useText } from '#src/app/text.ts';
import { Message } from '#src/ui/message.tsx';
import { TextLink } from '#src/ui/text-link.tsx';

/** Longest text that is offered in Latin keys: the offer repeats all of it. */
const LONGEST_OFFER = 64;

const isOffered = (value: string): boolean => value.length <= LONGEST_OFFER && hasHangul(value);

/** The offer to read Hangul as the Latin keys that were meant. */
export function HangulOffer({
  value,
  onReplace,
}: {
  readonly value: string;
  readonly onReplace: (keys: string) => void;
}) {
  const text = useText();
  return (
    <Message tone="warning" live="polite">
      {isOffered(value) ? (
        <>
          {text('code.hangul')}{' '}
          <TextLink inline onClick={() => onReplace(latinKeys(value))}>
            {text('code.hangulReplace', { keys: latinKeys(value) })}
          </TextLink>
        </>
      ) : null}
    </Message>
  );
}
