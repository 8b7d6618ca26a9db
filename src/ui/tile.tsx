import { type ReactNode, useId } from 'react';
import styles from './tile.module.css';

export interface TileProps {
  readonly icon: ReactNode;
  readonly label: ReactNode;
  /** What the tile needs or why it does nothing; absent when it can be used at once. */
  readonly note?: ReactNode;
  /** Can be reached by keyboard and read, but does nothing. */
  readonly inert?: boolean | undefined;
  /** Tells the states apart for styles and tests; the note tells them to people. */
  readonly state: string;
  readonly onClick: () => void;
}

/** One choice of a grid. The whole tile takes the press; the button is named by its label alone. */
export function Tile({ icon, label, note, inert = false, state, onClick }: TileProps) {
  const noteId = useId();
  return (
    <div className={styles['tile']}>
      <button
        type="button"
        className={styles['choice']}
        data-state={state}
        aria-disabled={inert || undefined}
        aria-describedby={note ? noteId : undefined}
        onClick={inert ? undefined : onClick}
      >
        <span className={styles['icon']}>{icon}</span>
        <span className={styles['label']}>{label}</span>
      </button>
      {note ? (
        <span id={noteId} className={styles['note']}>
          {note}
        </span>
      ) : null}
    </div>
  );
}

/** Lays tiles out in as many columns as fit. */
export function TileGrid({ children }: { readonly children: ReactNode }) {
  return <ul className={styles['grid']}>{children}</ul>;
}

/** The place of one tile in the grid. */
export function TileItem({ children }: { readonly children: ReactNode }) {
  return <li className={styles['item']}>{children}</li>;
}
