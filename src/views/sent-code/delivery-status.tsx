import type { SnapshotFrom } from 'xstate';
import type { SentCodeMachine } from '#machines/sent-code/sent-code.machine.ts';
import { useText } from '#src/app/text.ts';
import { Countdown, countdownText } from '#src/ui/countdown.tsx';
import { Message } from '#src/ui/message.tsx';

/** Where the code is: not sent, valid for a while, about to expire, expired (spec section 4). */
export function DeliveryStatus({ snapshot }: { readonly snapshot: SnapshotFrom<SentCodeMachine> }) {
  const text = useText();
  const isExpired = snapshot.matches({ working: { delivery: 'expired' } });
  const isSent = snapshot.matches({ working: { delivery: 'sent' } });
  const isUnsent = snapshot.matches({ working: { delivery: 'unsent' } });

  return (
    <Message
      tone={isExpired || snapshot.hasTag('ending') ? 'warning' : 'info'}
      live="polite"
      beside={
        isSent ? (
          <Countdown
            deadline={snapshot.context.validUntil}
            format="clock"
            label={(left) => text('otp.left', { time: countdownText(left, 'clock') })}
          />
        ) : null
      }
    >
      {isExpired
        ? `${text('info.failure.authentication.expired')} ${text('otp.expired')}`
        : isSent
          ? text(snapshot.hasTag('ending') ? 'otp.ending' : 'otp.sent')
          : isUnsent
            ? text('otp.unsent')
            : null}
    </Message>
  );
}
