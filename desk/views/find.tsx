import { type KeyboardEvent, useEffect, useRef } from 'react';
import { type DeskKey, useDeskText } from '#desk/app/text.ts';
import { isActAllowed } from '#machines/desk/permissions.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { SelectField } from '#src/ui/select-field.tsx';
import { Status } from '#src/ui/status.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { PEOPLE_STATES, type PeopleState, type PersonRow } from '#wire/desk/people.ts';
import { ActResultMessage } from './act-result.tsx';
import { FailureMessage } from './failure-message.tsx';
import styles from './find.module.css';
import { useLocalizedName } from './localized.ts';
import type { ScreenProps } from './screen.ts';

/** The name of the search field. */
export const FIND_FIELD = 'find';

/** The state that was chosen as a filter; null for no filter. */
const stateOf = (value: string): PeopleState | null => PEOPLE_STATES.find((state) => state === value) ?? null;

/** The key of the text of a state. */
const stateKey = (state: PeopleState): DeskKey => {
  if (state === 'locked') return 'desk.find.locked';
  return state === 'dormant' || state === 'reported' ? `desk.suspended.${state}` : `desk.status.${state}`;
};

/** Moves the focus with the arrow keys: from the search field through the list of people, and back. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  // In the select field the arrow keys choose an option.
  if (step === undefined || event.nativeEvent.isComposing || event.target instanceof HTMLSelectElement)
    return;
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>('input, [data-row]')];
  const next = controls[controls.indexOf(document.activeElement as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function Row({ row, onOpen }: { readonly row: PersonRow; readonly onOpen: () => void }) {
  const text = useDeskText();
  const nameOf = useLocalizedName();
  const { userId, name, status, suspended, phoneNumber, internalMail, privateMail } = row;
  const contacts = [phoneNumber, internalMail || privateMail].filter(Boolean).join(' · ');
  return (
    <li>
      <button type="button" data-row="" className={styles['row']} onClick={onOpen}>
        <span className={styles['name']}>
          {nameOf(name, userId)} <span className={styles['id']}>{userId}</span>
        </span>
        <span className={styles['contacts']}>{contacts}</span>
        <span className={styles['status']} data-status={suspended ? 'suspended' : status}>
          {text(suspended ? `desk.suspended.${suspended}` : `desk.status.${status}`)}
        </span>
      </button>
    </li>
  );
}

/** The screen that searches for people. */
export function FindScreen({ actor, snapshot }: ScreenProps) {
  const text = useDeskText();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const { searchText, status, people, nextPeopleKey } = snapshot.context;
  const isBusy = snapshot.hasTag('busy');
  const isShown = snapshot.matches({ working: { find: 'shown' } });
  // The old search text is selected, so that the next key replaces it.
  useEffect(() => field.current?.select(), []);

  function handleKey(event: KeyboardEvent<HTMLElement>) {
    moveFocus(event);
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement) || event.nativeEvent.isComposing)
      return;
    list.current?.querySelector('button')?.focus();
  }

  return (
    <Card title={text('desk.find')}>
      <ActResultMessage snapshot={snapshot} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys only move the focus between the controls inside */}
      <div className={styles['search']} onKeyDown={handleKey}>
        <TextField
          ref={field}
          name={FIND_FIELD}
          label={text('desk.find.label')}
          hint={text('desk.find.hint')}
          defaultValue={searchText}
          autoComplete="off"
          autoFocus
          maxLength={100}
          onChange={(value) => actor.send({ type: 'find.typed', searchText: value })}
        />
        <SelectField
          name="status"
          label={text('desk.find.status')}
          options={[
            { value: '', label: text('desk.find.everybody') },
            ...PEOPLE_STATES.map((value) => ({ value, label: text(stateKey(value)) })),
          ]}
          defaultValue={status ?? ''}
          onChange={(value) => actor.send({ type: 'status.chosen', status: stateOf(value) })}
        />
        <FailureMessage actor={actor} snapshot={snapshot} />
        <ul ref={list} aria-label={text('desk.find.results')} aria-busy={isBusy} className={styles['rows']}>
          {people.map((row) => (
            <Row
              key={row.userId}
              row={row}
              onOpen={() =>
                actor.send({ type: 'route.opened', route: { screen: 'person', userId: row.userId } })
              }
            />
          ))}
        </ul>
      </div>
      <Status>{isBusy ? text('desk.loading') : null}</Status>
      {isShown && people.length === 0 ? <p>{text('desk.find.nobody')}</p> : null}
      {nextPeopleKey === null ? null : (
        <Button kind="secondary" busy={!isShown} onClick={() => actor.send({ type: 'more.requested' })}>
          {text('desk.more')}
        </Button>
      )}
      {isActAllowed(snapshot.context, 'add') ? (
        <Button kind="secondary" onClick={() => actor.send({ type: 'act.chosen', act: 'add', values: {} })}>
          {text('desk.act.add')}
        </Button>
      ) : null}
    </Card>
  );
}
