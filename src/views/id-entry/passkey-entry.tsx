import type { PasskeySupport } from '#machines/shared/passkey.ts';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { Message } from '#src/ui/message.tsx';

type PasskeyEntryProps = {
  readonly support: PasskeySupport;
  readonly isBusy: boolean;
  /** Whether the passkey prompt of the browser is open. */
  readonly isPrompting: boolean;
  /** Whether the person has cancelled the last prompt. */
  readonly isCancelled: boolean;
  /** The message why the last attempt failed; null if it did not fail. */
  readonly problem: string | null;
  readonly onPress: () => void;
};

/** The button with which a person signs in by passkey without typing an ID (rule 50). */
export function PasskeyEntry({
  support,
  isBusy,
  isPrompting,
  isCancelled,
  problem,
  onPress,
}: PasskeyEntryProps) {
  const text = useText();
  const isSupported = support === 'supported';

  return (
    <>
      <Message tone="info" live="polite">
        {isPrompting ? text('passkey.asking') : isCancelled ? text('passkey.cancelled') : null}
      </Message>
      <Message tone="error" live="assertive">
        {problem}
      </Message>
      <Button
        disabled={!isSupported}
        busy={isBusy}
        busyLabel={isPrompting ? null : text('passkey.checking')}
        onClick={onPress}
      >
        {text('passkey.button')}
      </Button>
      {isSupported ? null : <Message tone="warning">{text(`passkey.${support}`)}</Message>}
    </>
  );
}
