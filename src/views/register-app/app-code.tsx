import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { RegisterAppMachine } from '#machines/register-app/register-app.machine.ts';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { Countdown, countdownText } from '#src/ui/countdown.tsx';
import { TextLink } from '#src/ui/text-link.tsx';
import qr from '#src/views/qr/qr.module.css';
import { QrPicture } from '#src/views/qr/qr-picture.tsx';
import facts from '#src/views/registration/facts.module.css';

/** Separates digits into groups of four. */
const inGroups = (digits: string): string => digits.replace(/(\d{4})(?=\d)/g, '$1 ');

/** A registration code: as a QR code, or as digits that the person types into the app. */
export function AppCodePart({
  actor,
  backButton,
}: {
  readonly actor: ActorRefFrom<RegisterAppMachine>;
  readonly backButton: ReactNode;
}) {
  const text = useText();
  const snapshot = useSelector(actor, (current) => current);
  const { code, deadline } = snapshot.context;
  const hasExpired = snapshot.hasTag('blank');
  const isTyping = snapshot.hasTag('typing');
  const renew = () => actor.send({ type: 'code.renew' });
  const timeLeftText = (seconds: number) =>
    isTyping
      ? text('registerApp.left', { time: countdownText(seconds, 'clock') })
      : text('qr.left', { seconds });
  if (!code) return null;
  return (
    <>
      {hasExpired ? null : isTyping ? (
        <dl className={facts['typed']}>
          <dt>{text('registerApp.authCode')}</dt>
          <dd>{inGroups(code.authCode)}</dd>
          <dt>{text('registerApp.otp')}</dt>
          <dd>{code.otp}</dd>
        </dl>
      ) : (
        <div className={qr['board']}>
          <div className={qr['area']}>
            <QrPicture text={code.schema} label={text('qr.picture')} />
          </div>
        </div>
      )}
      <p className={facts['caption']}>
        <Countdown
          deadline={hasExpired ? null : deadline}
          format={isTyping ? 'clock' : 'seconds'}
          announcementOf={timeLeftText}
        >
          {(_, seconds) => timeLeftText(seconds)}
        </Countdown>
      </p>
      {snapshot.can({ type: 'digits.show' }) ? (
        <TextLink onClick={() => actor.send({ type: 'digits.show' })}>
          {text('registerApp.typeInstead')}
        </TextLink>
      ) : null}
      <ButtonRow>
        {hasExpired ? (
          <Button disabled={!snapshot.can({ type: 'code.renew' })} onClick={renew}>
            {text('registerApp.newCode')}
          </Button>
        ) : null}
        {backButton}
      </ButtonRow>
    </>
  );
}
