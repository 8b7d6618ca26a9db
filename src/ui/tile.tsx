import { type ReactNode, useId } from 'react';
import { classNames } from '#src/ui/class-names.ts';
import { eventButton, type FormEvent } from '#src/ui/form-event.ts';
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx';
import styles from './tile.module.css';

export interface TileProps {
  readonly icon: ReactNode;
  readonly label: ReactNode;
  /** What the tile needs or why it does nothing; absent when it can be used at once. */
  readonly note?: ReactNode;
  /** The id of a note that several tiles share. */
  readonly noteId?: string | undefined;
  /** Can be reached by keyboard and read, but does nothing. */
  readonly inert?: boolean | undefined;
  /** Tells the states apart for styles and tests; the note tells them to people. */
  readonly state: string;
  /** What a press sends. */
  readonly event: FormEvent;
}

/** One choice of a grid. The whole tile takes the press; the button is named by its label alone. */
export function Tile({ icon, label, note, noteId, inert = false, state, event }: TileProps) {
  const ownId = useId();
  return (
    <div className={styles['tile']}>
      <button
        type="button"
        className={styles['choice']}
        data-state={state}
        aria-disabled={inert || undefined}
        aria-describedby={note ? ownId : noteId}
        {...(inert ? undefined : eventButton(event))}
      >
        <span className={styles['icon']}>{icon}</span>
        <span className={styles['label']}>{label}</span>
      </button>
      {note ? (
        <span id={ownId} className={styles['note']}>
          {note}
        </span>
      ) : null}
    </div>
  );
}

/** The place of a tile that is not known yet: as large as the tile that is expected there, without its words. */
export function TilePlaceholder({
  icon,
  label,
  note,
  says: loadingText,
}: Pick<TileProps, 'icon' | 'label' | 'note'> & {
  /** What is being waited for, to a screen reader. */
  readonly says: ReactNode;
}) {
  return (
    <>
      <VisuallyHidden>{loadingText}</VisuallyHidden>
      <div className={classNames(styles['tile'], styles['place'])} aria-hidden="true">
        <span className={styles['choice']}>
          <span className={styles['icon']}>{icon}</span>
          <span className={styles['label']}>{label}</span>
        </span>
        {note ? <span className={styles['note']}>{note}</span> : null}
      </div>
    </>
  );
}

/** Tiles of one height under their name, in two columns where there is room. */
export function TileGrid({
  name,
  note,
  noteId,
  isKnown,
  children,
}: {
  readonly name: ReactNode;
  /** What is true of all of its tiles. */
  readonly note?: ReactNode;
  readonly noteId: string;
  /** Whether its tiles are known; before, the note keeps its place without words. */
  readonly isKnown: boolean;
  readonly children: ReactNode;
}) {
  const nameId = useId();
  return (
    <section className={styles['group']}>
      <h2 id={nameId} className={styles['name']}>
        {name}
      </h2>
      {note ? (
        <p
          id={noteId}
          className={classNames(styles['note'], isKnown ? undefined : styles['awaited'])}
          aria-hidden={!isKnown || undefined}
        >
          {note}
        </p>
      ) : null}
      <ul className={styles['grid']} aria-labelledby={nameId}>
        {children}
      </ul>
    </section>
  );
}

/** The place of one tile in the grid. */
export function TileItem({ children }: { readonly children: ReactNode }) {
  return <li className={styles['item']}>{children}</li>;
}
