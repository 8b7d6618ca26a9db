import { type ReactNode, useId } from 'react';
import { classNames } from '#src/ui/class-names.ts';
import { eventButton, type FormEvent } from '#src/ui/form-event.ts';
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx';
import styles from './tile.module.css';

export interface TileProps {
  readonly icon: ReactNode;
  readonly label: ReactNode;
  /** Why the tile cannot be used, or what the person has to do first. */
  readonly note?: ReactNode;
  /** The id of a note that several tiles have in common. */
  readonly noteId?: string | undefined;
  /** Whether a click does nothing. The tile can still have the focus and be read. */
  readonly inert?: boolean | undefined;
  /** The state of the tile, for styles and tests. The note explains it to the person. */
  readonly state: string;
  /** The event that the tile sends. */
  readonly event: FormEvent;
}

/** A tile in a grid of choices. The whole tile can be clicked, but its accessible name is only the label. */
export function Tile({ icon, label, note, noteId, inert = false, state, event }: TileProps) {
  const ownNoteId = useId();
  return (
    <div className={styles['tile']}>
      <button
        type="button"
        className={styles['choice']}
        data-state={state}
        aria-disabled={inert || undefined}
        aria-describedby={note ? ownNoteId : noteId}
        {...(inert ? undefined : eventButton(event))}
      >
        <span className={styles['icon']}>{icon}</span>
        <span className={styles['label']}>{label}</span>
      </button>
      {note ? (
        <span id={ownNoteId} className={styles['note']}>
          {note}
        </span>
      ) : null}
    </div>
  );
}

/** A placeholder in the size of a tile, while the page does not know yet whether the tile can be used. */
export function TilePlaceholder({
  icon,
  label,
  note,
  loadingMessage,
}: Pick<TileProps, 'icon' | 'label' | 'note'> & {
  /** The message for screen readers that the tile is loading. */
  readonly loadingMessage: ReactNode;
}) {
  return (
    <>
      <VisuallyHidden>{loadingMessage}</VisuallyHidden>
      <div className={classNames(styles['tile'], styles['placeholder'])} aria-hidden="true">
        <span className={styles['choice']}>
          <span className={styles['icon']}>{icon}</span>
          <span className={styles['label']}>{label}</span>
        </span>
        {note ? <span className={styles['note']}>{note}</span> : null}
      </div>
    </>
  );
}

/** A group of tiles of equal height with a heading, in two columns on wide screens. */
export function TileGrid({
  name,
  note,
  noteId,
  hasLoaded,
  children,
}: {
  readonly name: ReactNode;
  /** A note for all tiles of the group. */
  readonly note?: ReactNode;
  readonly noteId: string;
  /** Whether the tiles have loaded. Until then, the note takes its space but is invisible. */
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
          className={classNames(styles['note'], hasLoaded ? undefined : styles['invisible'])}
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
