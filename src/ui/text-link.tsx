import type { MouseEvent, ReactNode } from 'react';
import { eventButton, type FormEvent } from '#src/ui/form-event.ts';
import styles from './text-link.module.css';

export interface TextLinkProps {
  /** Without an address the link is a button that looks like a link. */
  readonly href?: string | undefined;
  /** Event that the button sends. */
  readonly event?: FormEvent | undefined;
  readonly onClick?: ((event: MouseEvent<HTMLElement>) => void) | undefined;
  /** Shown, but a press does nothing (`aria-disabled`). */
  readonly disabled?: boolean | undefined;
  /** Id of the element that tells links with the same text apart. */
  readonly describedBy?: string | undefined;
  readonly children: ReactNode;
}

/** A secondary link. */
export function TextLink({ href, event, onClick, disabled = false, describedBy, children }: TextLinkProps) {
  const eventProps = event && !disabled ? eventButton(event) : undefined;
  return href === undefined ? (
    <button
      type="button"
      className={styles['link']}
      aria-disabled={disabled || undefined}
      aria-describedby={describedBy}
      onClick={disabled ? undefined : onClick}
      {...eventProps}
    >
      {children}
    </button>
  ) : (
    <a className={styles['link']} href={href} aria-describedby={describedBy} onClick={onClick}>
      {children}
    </a>
  );
}
