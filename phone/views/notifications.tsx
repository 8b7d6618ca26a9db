import type { NotificationState } from '#machines/phone/phone.types.ts';
import { type PhoneKey, usePhoneText } from '#phone/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { Message } from '#src/ui/message.tsx';
import type { ScreenProps } from './screen.ts';

/** By state of the notifications: the key of the text; null for no text. */
const TEXT_KEYS: Readonly<Record<NotificationState, PhoneKey | null>> = {
  unknown: null,
  on: null,
  off: 'phone.notifications.off',
  blocked: 'phone.notifications.blocked',
  failed: 'phone.notifications.failed',
  installFirst: 'phone.notifications.install',
  none: 'phone.notifications.none',
};

/** If notifications are off: explains how to turn them on. */
export function NotificationsHint({ actor, snapshot }: ScreenProps) {
  const text = usePhoneText();
  const key = TEXT_KEYS[snapshot.context.notifications];
  const isEnabling = snapshot.matches({ home: { notifications: 'enabling' } });
  return (
    <>
      <Message tone="info" live="polite">
        {key === null ? null : text(key)}
      </Message>
      {isEnabling || snapshot.can({ type: 'notifications.enable' }) ? (
        <Button
          kind="secondary"
          busy={isEnabling}
          busyLabel={text('phone.notifications.enabling')}
          onClick={() => actor.send({ type: 'notifications.enable' })}
        >
          {text('phone.notifications.enable')}
        </Button>
      ) : null}
    </>
  );
}
