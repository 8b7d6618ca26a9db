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
  readonly children: ReactNode;
}

/** A way aside. */
export function TextLink({ href, onClick, disabled = false, inline = false, children }: TextLinkProps) {
  const className = classNames(styles['link'], !inline && styles['target']);
  return href === undefined ? (
    <button
      type="button"
      className={className}
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
    >
      {children}
    </button>
  ) : (
    <a className={className} href={href} onClick={onClick}>
      {children}
    </a>
  );
}
