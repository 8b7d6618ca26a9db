import { useSelector } from '@xstate/react';
import { useDeskText } from '#desk/app/text.ts';
import type { DeskScreen } from '#machines/desk/desk.types.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Spinner } from '#src/ui/spinner.tsx';
import { DESK_PATH, DESK_SIGN_IN_PATH } from '#wire/desk/names.ts';
import { ActDialog } from './act-dialog.tsx';
import { AuditScreen } from './audit.tsx';
import { BulkScreen } from './bulk.tsx';
import { failureText } from './failure-text.ts';
import { FindScreen } from './find.tsx';
import { ImportScreen } from './import.tsx';
import { NoticesScreen } from './notices.tsx';
import { PersonScreen } from './person.tsx';
import { PoliciesScreen } from './policies.tsx';
import type { ScreenProps } from './screen.ts';
import { StateScreen } from './state.tsx';

const SCREENS: Readonly<Record<DeskScreen, (props: ScreenProps) => React.ReactNode>> = {
  find: FindScreen,
  person: PersonScreen,
  audit: AuditScreen,
  import: ImportScreen,
  bulk: BulkScreen,
  notices: NoticesScreen,
  policies: PoliciesScreen,
  state: StateScreen,
};

/** The path that starts a sign-in at the portal, which returns to a screen. */
const signInPath = ({ screen }: { readonly screen: DeskScreen }): string =>
  `${DESK_SIGN_IN_PATH}?${new URLSearchParams({ to: screen === 'find' ? DESK_PATH : `${DESK_PATH}${screen}` })}`;

/** The current screen of the help desk, with the dialog of an act. */
export function DeskView({ actor }: Pick<ScreenProps, 'actor'>) {
  const text = useDeskText();
  const snapshot = useSelector(actor, (current) => current);
  const { failure, signInRefusal, route } = snapshot.context;
  if (snapshot.matches('opening')) {
    return (
      <Card title={text('desk.opening')}>
        <Spinner />
      </Card>
    );
  }
  if (snapshot.matches('leaving') || snapshot.matches('left')) {
    return (
      <Card title={text('desk.leaving')}>
        <Spinner />
      </Card>
    );
  }
  if (snapshot.matches('openingFailed')) {
    return (
      <Card
        result="stopped"
        title={text('desk.unopened')}
        lead={failure === null ? null : failureText(text, failure)}
      >
        <Button onClick={() => actor.send({ type: 'desk.retry' })}>{text('desk.retry')}</Button>
      </Card>
    );
  }
  if (snapshot.matches('signedOut')) {
    return (
      <Card
        title={text('desk.signedOut')}
        lead={text(signInRefusal === null ? 'desk.signedOutLead' : `desk.refused.${signInRefusal}`)}
      >
        <Button href={signInPath(route)}>{text('desk.signIn')}</Button>
      </Card>
    );
  }
  const Screen = SCREENS[route.screen];
  return (
    <>
      <Screen actor={actor} snapshot={snapshot} />
      <ActDialog actor={actor} snapshot={snapshot} />
    </>
  );
}
