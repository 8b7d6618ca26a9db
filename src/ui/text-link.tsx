import type { MouseEvent, ReactNode } from 'react';
import { eventButton, type FormEvent } from '#src/ui/form-event.ts';
import styles from './text-link.module.css';

export interface TextLinkProps {
  /** The address. By default, the control is a button that looks like a link. */
  readonly href?: string | undefined;
  /** The event that the button sends. */
  readonly event?: FormEvent | undefined;
  readonly onClick?: ((event: MouseEvent<HTMLElement>) => void) | undefined;
  /** Whether a click does nothing. The button can still have the focus (`aria-disabled`). */
  readonly disabled?: boolean | undefined;
  /** The id of an element that describes the link, to distinguish links with the same text. */
  readonly describedBy?: string | undefined;
  readonly children: ReactNode;
}

/** A link without the shape of a button, for actions that few people need. */
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
