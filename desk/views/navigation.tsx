import { useSelector } from '@xstate/react';
import type { MouseEvent } from 'react';
import { useDeskText } from '#desk/app/text.ts';
import { DESK_SCREENS, type DeskScreen } from '#machines/desk/desk.types.ts';
import { mayDo } from '#machines/desk/may.ts';
import { Button } from '#src/ui/button.tsx';
import { DESK_PATH } from '#wire/desk/names.ts';
import styles from './navigation.module.css';
import type { ScreenProps } from './screen.ts';
import { useName } from './shown.ts';

/** The person's page is reached by the search. */
const OFFERED = DESK_SCREENS.filter((screen) => screen !== 'person');

const isPlainPress = (event: MouseEvent): boolean => !(event.ctrlKey || event.metaKey || event.shiftKey);

/** The screens of the desk, who works at it, and the way out. */
export function Navigation({ actor }: Pick<ScreenProps, 'actor'>) {
  const text = useDeskText();
  const nameOf = useName();
  const snapshot = useSelector(actor, (current) => current);
  const { session, place } = snapshot.context;
  if (session === null || !snapshot.matches('working')) return null;

  function open(event: MouseEvent, screen: DeskScreen) {
    if (!isPlainPress(event)) return;
    event.preventDefault();
    actor.send({ type: 'place.opened', place: { screen, userId: '' } });
  }

  const offered = OFFERED.filter((screen) => screen !== 'import' || mayDo(snapshot.context, 'importCheck'));
  const isHere = (screen: DeskScreen) =>
    screen === place.screen || (screen === 'find' && place.screen === 'person');
  return (
    <div className={styles['bar']}>
      <nav aria-label={text('desk.nav')}>
        <ul className={styles['screens']}>
          {offered.map((screen) => (
            <li key={screen}>
              <a
                className={styles['screen']}
                href={screen === 'find' ? DESK_PATH : `${DESK_PATH}${screen}`}
                aria-current={isHere(screen) ? 'page' : undefined}
                onClick={(event) => open(event, screen)}
              >
                {text(`desk.screen.${screen}`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <p className={styles['who']}>
        {nameOf(session.name, session.userId)}, {text(`desk.role.${session.role}`)}
      </p>
      <Button kind="quiet" onClick={() => actor.send({ type: 'signout.pressed' })}>
        {text('desk.signOut')}
      </Button>
    </div>
  );
}
