import type { SnapshotFrom } from 'xstate';
import type { SentCodeMachine } from '#machines/sent-code/sent-code.machine.ts';
import { useText } from '#src/app/text.ts';
import { Countdown, countdownText } from '#src/ui/countdown.tsx';
import { Message } from '#src/ui/message.tsx';

type Props = { readonly snapshot: SnapshotFrom<SentCodeMachine> };

/** A message about the code: not sent, being sent, valid, about to expire or expired (spec section 4). */
export function DeliveryStatus({ snapshot }: Props) {
  const text = useText();
  const isExpired = snapshot.matches({ working: { delivery: 'expired' } });

  function deliveryText(): string | null {
    if (isExpired) return `${text('info.failure.authentication.expired')} ${text('otp.expired')}`;
    if (snapshot.hasTag('sending')) return text('otp.sending');
    if (snapshot.hasTag('ending')) return text('otp.ending');
    if (snapshot.matches({ working: { delivery: 'sent' } })) return text('otp.sent');
    return snapshot.matches({ working: { delivery: 'unsent' } }) ? text('otp.unsent') : null;
  }

  return (
    <Message tone={isExpired || snapshot.hasTag('ending') ? 'warning' : 'info'} live="polite">
      {deliveryText()}
    </Message>
  );
}

/** The time left until the sent code expires. */
export function TimeLeft({ snapshot }: Props) {
  const text = useText();
  const isSent = snapshot.matches({ working: { delivery: 'sent' } });
  return (
    <Countdown
      deadline={isSent ? snapshot.context.validUntil : null}
      format="clock"
      announcementOf={(left) => text('otp.left', { time: countdownText(left, 'clock') })}
    />
  );
}
