import type { NotificationState } from '#machines/phone/phone.types.ts';
import { type PhoneKey, usePhoneText } from '#phone/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { Message } from '#src/ui/message.tsx';
import type { ScreenProps } from './screen.ts';

const TEXTS: Readonly<Record<NotificationState, PhoneKey | null>> = {
  unknown: null,
  on: null,
  off: 'phone.notifications.off',
  blocked: 'phone.notifications.blocked',
  failed: 'phone.notifications.failed',
  installFirst: 'phone.notifications.install',
  none: 'phone.notifications.none',
};

/** Explains how to turn notifications on, where they are off. */
export function NotificationsHint({ actor, snapshot }: ScreenProps) {
  const text = usePhoneText();
  const key = TEXTS[snapshot.context.notifications];
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
