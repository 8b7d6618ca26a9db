import type { MouseEvent, ReactNode } from 'react';
import styles from './text-link.module.css';

export interface TextLinkProps {
  /** Without it the link is a button that looks like one: it does something and leads nowhere by itself. */
  readonly href?: string | undefined;
  readonly onClick?: ((event: MouseEvent<HTMLElement>) => void) | undefined;
  /** It is there and does nothing for now. */
  readonly disabled?: boolean | undefined;
  /** The id of what it is about, where several say the same. */
  readonly describedBy?: string | undefined;
  readonly children: ReactNode;
}

/** A secondary link. */
export function TextLink({ href, onClick, disabled = false, describedBy, children }: TextLinkProps) {
  return href === undefined ? (
    <button
      type="button"
      className={styles['link']}
      aria-disabled={disabled || undefined}
      aria-describedby={describedBy}
      onClick={disabled ? undefined : onClick}
    >
      {children}
    </button>
  ) : (
    <a className={styles['link']} href={href} aria-describedby={describedBy} onClick={onClick}>
      {children}
    </a>
  );
}
