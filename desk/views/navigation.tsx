import { useSelector } from '@xstate/react';
import type { MouseEvent } from 'react';
import { useDeskText } from '#desk/app/text.ts';
import { DESK_SCREENS, type DeskScreen } from '#machines/desk/desk.types.ts';
import { isActAllowed } from '#machines/desk/permissions.ts';
import { Button } from '#src/ui/button.tsx';
import { DESK_PATH } from '#wire/desk/names.ts';
import { useLocalizedName } from './localized.ts';
import styles from './navigation.module.css';
import type { ScreenProps } from './screen.ts';

/** The screens in the navigation. The screen of a person is opened from the search. */
const LINKED_SCREENS = DESK_SCREENS.filter((screen) => screen !== 'person');

/** Whether a click is made without the keys that open a link in a new tab or window. */
const isPlainClick = (event: MouseEvent): boolean => !(event.ctrlKey || event.metaKey || event.shiftKey);

/** Links to the screens, the name of the signed-in person, and a button to sign out. */
export function Navigation({ actor }: Pick<ScreenProps, 'actor'>) {
  const text = useDeskText();
  const nameOf = useLocalizedName();
  const snapshot = useSelector(actor, (current) => current);
  const { session, route } = snapshot.context;
  if (session === null || !snapshot.matches('working')) return null;

  function open(event: MouseEvent, screen: DeskScreen) {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    actor.send({ type: 'route.opened', route: { screen, userId: '' } });
  }

  const visibleScreens = LINKED_SCREENS.filter(
    (screen) =>
      (screen !== 'import' && screen !== 'bulk') ||
      isActAllowed(snapshot.context, screen === 'bulk' ? 'bulkCheck' : 'importCheck'),
  );
  const isCurrent = (screen: DeskScreen) =>
    screen === route.screen || (screen === 'find' && route.screen === 'person');
  return (
    <div className={styles['bar']}>
      <nav aria-label={text('desk.nav')}>
        <ul className={styles['screens']}>
          {visibleScreens.map((screen) => (
            <li key={screen}>
              <a
                className={styles['screen']}
                href={screen === 'find' ? DESK_PATH : `${DESK_PATH}${screen}`}
                aria-current={isCurrent(screen) ? 'page' : undefined}
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
