import type { MouseEvent, ReactNode } from 'react';
import { classNames } from '#src/ui/class-names.ts';
import styles from './text-link.module.css';

export interface TextLinkProps {
  /** Without it the link is a button that looks like one: it does something and leads nowhere by itself. */
  readonly href?: string | undefined;
  readonly onClick?: ((event: MouseEvent<HTMLElement>) => void) | undefined;
  /** It is there and does nothing for now. */
  readonly disabled?: boolean | undefined;
  /** Stands in a sentence, where a target of 44 px has no place. */
  readonly inline?: boolean | undefined;
  /** The id of what it is about, where several say the same. */
  readonly describedBy?: string | undefined;
  readonly children: ReactNode;
}

/** A way aside. */
export function TextLink({
  href,
  onClick,
  disabled = false,
  inline = false,
  describedBy,
  children,
}: TextLinkProps) {
  const className = classNames(styles['link'], !inline && styles['target']);
  return href === undefined ? (
    <button
      type="button"
      className={className}
      aria-disabled={disabled || undefined}
      aria-describedby={describedBy}
      onClick={disabled ? undefined : onClick}
    >
      {children}
    </button>
  ) : (
    <a className={className} href={href} aria-describedby={describedBy} onClick={onClick}>
      {children}
    </a>
  );
}
