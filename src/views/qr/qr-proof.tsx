import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import type { QrMachine } from '#machines/qr/qr.machine.ts';
import { useFormEvents } from '#src/app/form-events.ts';
import { isOnPhone } from '#src/app/on-phone.ts';
import { usePortalSelector } from '#src/app/portal-context.tsx';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { Countdown } from '#src/ui/countdown.tsx';
import { eventButton } from '#src/ui/form-event.ts';
import { Spinner } from '#src/ui/spinner.tsx';
import { Status } from '#src/ui/status.tsx';
import { FailureDialog } from '#src/views/failure-dialog.tsx';
import type { ProofProps } from '#src/views/proof.ts';
import { appLink } from '#wire/app-links.ts';
import { qrNumber } from '#wire/qr-login.ts';
import styles from './qr.module.css';
import { QrPicture } from './qr-picture.tsx';

/** A QR code: its picture, the number that the app requires, and the time left. */
export function QrProof({ actor, children }: ProofProps<QrMachine>) {
  const text = useText();
  const { event } = useFormEvents(actor);
  const snapshot = useSelector(actor, (current) => current);
  const { config, origin } = usePortalSelector(({ context }) => context);
  const refreshButton = useRef<HTMLButtonElement>(null);
  const { shownCode, hadCode, failure } = snapshot.context;
  const isBusy = snapshot.hasTag('busy');
  const isBlank = snapshot.hasTag('blank');
  const isDrawing = snapshot.hasTag('drawing');
  const isCodeShown = shownCode !== null && !isBlank;
  const appAddress = isOnPhone(navigator) ? appLink(config, origin, 'qr') : '';
  // The text of the QR code can be opened as a link only if it belongs to the configured app.
  const linkPrefix = config.phoneApp === 'web' ? appAddress : `${config.appScheme}:`;

  return (
    <>
      {appAddress !== '' && (shownCode === null || shownCode.qr.startsWith(linkPrefix)) ? (
        isCodeShown ? (
          <Button href={shownCode.qr} target={config.phoneApp === 'web' ? '_blank' : undefined}>
            {text('qr.openApp')}
          </Button>
        ) : (
          <Button disabled>{text('qr.openApp')}</Button>
        )
      ) : null}
      <div className={styles['board']}>
        <div className={styles['area']} data-blank={isCodeShown ? undefined : true}>
          {isCodeShown ? (
            <QrPicture text={shownCode.qr} label={text('qr.picture')} />
          ) : isBlank ? (
            <button
              ref={refreshButton}
              className={styles['refresh']}
              {...eventButton(event({ type: 'qr.refresh' }))}
            >
              {text('qr.again')}
            </button>
          ) : isBusy || isDrawing ? (
            <Spinner />
          ) : null}
        </div>
        {config.appAsksMatch && !isBlank ? (
          <p className={styles['number']}>
            {isCodeShown ? (
              <>
                {text('qr.number')} <strong>{qrNumber(shownCode.qrId)}</strong>
              </>
            ) : null}
          </p>
        ) : null}
        <div className={styles['time-left']}>
          <p>
            <Status isShown>
              {isBusy
                ? text('qr.approved')
                : isBlank
                  ? text(hadCode ? 'qr.expired' : 'qr.none')
                  : isDrawing
                    ? text('qr.drawing')
                    : null}
            </Status>
          </p>
          <p>
            <Countdown
              deadline={isCodeShown && !isBusy ? shownCode.validUntil : null}
              format="seconds"
              announcementOf={(seconds) => text('qr.left', { seconds })}
            >
              {(_, seconds) => text('qr.left', { seconds })}
            </Countdown>
          </p>
        </div>
      </div>
      {children?.(isBusy)}
      <FailureDialog
        failure={failure}
        approvalMethod="qr"
        call="authenticate"
        dismissEvent={event({ type: 'failure.dismissed' })}
        finalFocus={refreshButton}
      />
    </>
  );
}
