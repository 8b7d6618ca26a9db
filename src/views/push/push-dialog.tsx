import type { ReactNode, RefObject } from 'react';
import type { PendingPush } from '#machines/push/push.setup.ts';
import { isOnPhone } from '#src/app/on-phone.ts';
import { usePortalSelector } from '#src/app/portal-context.tsx';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { Countdown } from '#src/ui/countdown.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import type { FormEvent } from '#src/ui/form-event.ts';
import { Message } from '#src/ui/message.tsx';
import { appLink } from '#wire/app-links.ts';
import { PhoneHelp } from './phone-help.tsx';
import styles from './push-dialog.module.css';
import { PushId } from './push-id.tsx';

/**
 * The modal of a pending push: its ID, the time left, the cancel button, and links to other methods (spec section 2).
 */
export function PushDialog({
  push,
  hasPollFailed,
  isNotified,
  otherMethods,
  manageEvent,
  cancelEvent,
  finalFocus,
}: {
  /** The pending push; null closes the modal. */
  readonly push: PendingPush | null;
  readonly hasPollFailed: boolean;
  /** Whether a notification was sent to the phone. */
  readonly isNotified: boolean;
  /** Links to other methods. The modal covers the links of the screen. */
  readonly otherMethods: ReactNode;
  /** Opens the management, in which the phone can be registered again. */
  readonly manageEvent: FormEvent | undefined;
  readonly cancelEvent: FormEvent;
  /** The element that gets the focus when the modal has closed. */
  readonly finalFocus: RefObject<HTMLElement | null>;
}) {
  const text = useText();
  const { config, origin } = usePortalSelector(({ context }) => context);
  const appAddress = isOnPhone(navigator) ? appLink(config, origin, 'push') : '';
  return (
    <Dialog
      open={push !== null}
      title={text('push.title')}
      onClose={cancelEvent.send}
      finalFocus={finalFocus}
      actions={
        <div className={styles['actions']}>
          {appAddress === '' ? null : (
            <Button href={appAddress} target={config.phoneApp === 'web' ? '_blank' : undefined}>
              {text('push.openApp')}
            </Button>
          )}
          <Button kind="secondary" event={cancelEvent}>
            {text('push.cancel')}
          </Button>
          {otherMethods}
        </div>
      }
    >
      {push ? (
        <div className={styles['body']}>
          <Message tone="info" live="polite">
            {isNotified ? null : text('push.openYourself')}
          </Message>
          <p>{text(config.appAsksMatch ? 'push.choose' : 'push.compare')}</p>
          <PushId id={push.id} />
          <p className={styles['time-left']}>
            <Countdown
              deadline={push.validUntil}
              format="seconds"
              announcesStart={false}
              announcementOf={(seconds) => text('push.left', { seconds })}
            >
              {(_shown, seconds) => text('push.left', { seconds })}
            </Countdown>
          </p>
          <Message tone="warning" live="polite">
            {hasPollFailed ? text('push.cutOff') : null}
          </Message>
          {isNotified ? null : <PhoneHelp manageEvent={manageEvent} />}
        </div>
      ) : null}
    </Dialog>
  );
}
