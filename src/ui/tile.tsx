import { type ReactNode, useId } from 'react';
import { classNames } from '#src/ui/class-names.ts';
import { eventButton, type FormEvent } from '#src/ui/form-event.ts';
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx';
import styles from './tile.module.css';

export interface TileProps {
  readonly icon: ReactNode;
  readonly label: ReactNode;
  /** Why the tile is unavailable, or what it needs first. */
  readonly note?: ReactNode;
  /** The id of a note that several tiles share. */
  readonly noteId?: string | undefined;
  /** Can be reached by keyboard and read, but does nothing. */
  readonly inert?: boolean | undefined;
  /** State for styles and tests; the note describes it for people. */
  readonly state: string;
  /** Event that the tile sends. */
  readonly event: FormEvent;
}

/** One choice of a grid. The whole tile is the target; the button's name is the label only. */
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

/** Placeholder of a tile that is not loaded yet, with the size of the expected tile. */
export function TilePlaceholder({
  icon,
  label,
  note,
  loadingMessage,
}: Pick<TileProps, 'icon' | 'label' | 'note'> & {
  /** Loading message for screen readers. */
  readonly loadingMessage: ReactNode;
}) {
  return (
    <>
      <VisuallyHidden>{loadingMessage}</VisuallyHidden>
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

/** Tiles of equal height with a heading, in two columns on wide screens. */
export function TileGrid({
  name,
  note,
  noteId,
  hasLoaded,
  children,
}: {
  readonly name: ReactNode;
  /** A note on all tiles of the group. */
  readonly note?: ReactNode;
  readonly noteId: string;
  /** Whether the tiles are loaded; before, the note is invisible and keeps its space. */
  readonly hasLoaded: boolean;
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
          className={classNames(styles['note'], hasLoaded ? undefined : styles['awaited'])}
          aria-hidden={!hasLoaded || undefined}
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

/** The list item of one tile. */
export function TileItem({ children }: { readonly children: ReactNode }) {
  return <li className={styles['item']}>{children}</li>;
}
