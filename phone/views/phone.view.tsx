import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { PhoneMachine } from '#machines/phone/phone.machine.ts';
import { usePhoneText } from '#phone/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Spinner } from '#src/ui/spinner.tsx';
import { AddingScreen } from './adding.tsx';
import { CodeLoginScreen } from './code-login.tsx';
import { HomeScreen } from './home.tsx';
import { ClearingScreen, LockSetupScreen } from './lock-screens.tsx';
import { RemovalDialog } from './removal-dialog.tsx';
import { RequestScreen } from './request.tsx';
import { SettingsScreen } from './settings.tsx';
import { UnlockScreen } from './unlock.tsx';

/** The current screen of the app. */
export function PhoneView({ actor }: { readonly actor: ActorRefFrom<PhoneMachine> }) {
  const text = usePhoneText();
  const snapshot = useSelector(actor, (current) => current);
  if (snapshot.matches('opening')) {
    return (
      <Card title={text('phone.opening')}>
        <Spinner />
      </Card>
    );
  }
  if (snapshot.matches('unreadable')) {
    return (
      <Card result="stopped" title={text('phone.unreadable')} lead={text('phone.unreadableLead')}>
        <Button onClick={() => actor.send({ type: 'opening.retry' })}>{text('phone.retry')}</Button>
      </Card>
    );
  }
  if (snapshot.hasTag('unlocking')) return <UnlockScreen actor={actor} snapshot={snapshot} />;
  if (snapshot.matches('locking')) return <LockSetupScreen actor={actor} snapshot={snapshot} />;
  if (snapshot.matches('clearing')) return <ClearingScreen actor={actor} snapshot={snapshot} />;
  if (snapshot.matches('settings')) return <SettingsScreen actor={actor} snapshot={snapshot} />;
  if (snapshot.matches('request')) return <RequestScreen actor={actor} snapshot={snapshot} />;
  if (snapshot.matches('login')) return <CodeLoginScreen actor={actor} snapshot={snapshot} />;
  if (snapshot.matches('adding')) return <AddingScreen actor={actor} snapshot={snapshot} />;
  return (
    <>
      <HomeScreen actor={actor} snapshot={snapshot} />
      <RemovalDialog actor={actor} snapshot={snapshot} />
    </>
  );
}
