import type { PasskeySupport } from '#machines/shared/passkey.ts';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { Message } from '#src/ui/message.tsx';

type PasskeyEntryProps = {
  readonly support: PasskeySupport;
  readonly isBusy: boolean;
  /** The browser has asked, and the person has not answered yet. */
  readonly isAsking: boolean;
  readonly isCancelled: boolean;
  /** Why the last try came to nothing: the button gets the focus again. */
  readonly problem: string | null;
  readonly onPress: () => void;
};

/** The ID entry without an ID: the passkey tells who the person is (rule 50). */
export function PasskeyEntry({
  support,
  isBusy,
  isAsking,
  isCancelled,
  problem,
  onPress,
}: PasskeyEntryProps) {
  const text = useText();
  const isSupported = support === 'supported';

  return (
    <>
      <Message tone="info" live="polite">
        {isAsking ? text('passkey.asking') : isCancelled ? text('passkey.cancelled') : null}
      </Message>
      <Message tone="error" live="assertive">
        {problem}
      </Message>
      <Button
        disabled={!isSupported}
        busy={isBusy}
        busyLabel={isAsking ? null : text('passkey.checking')}
        onClick={onPress}
      >
        {text('passkey.button')}
      </Button>
      {isSupported ? null : <Message tone="warning">{text(`passkey.${support}`)}</Message>}
    </>
  );
}
