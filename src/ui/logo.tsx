import type { MouseEvent } from 'react';
import { GateSymbol } from '#src/ui/gate-symbol.tsx';
import styles from './logo.module.css';

export interface LogoProps {
  /** The name of the product or the operator, which is also the alternative text of the picture. */
  readonly name: string;
  /**
   * The address of the operator's picture, or one address for each theme. By default, the symbol of Munjigi and the
   * name.
   */
  readonly src?: string | { readonly light: string; readonly dark: string } | undefined;
  readonly href?: string | undefined;
  readonly onClick?: ((event: MouseEvent<HTMLAnchorElement>) => void) | undefined;
}

/** The logo. With `href`, it is a link (spec section 2, "Logo"). */
export function Logo({ name, src, href, onClick }: LogoProps) {
  const content =
    src === undefined ? (
      <>
        <GateSymbol className={styles['symbol']} />
        <span className={styles['name']}>{name}</span>
      </>
    ) : (
      <picture className={styles['frame']}>
        {typeof src === 'string' ? null : <source media="(prefers-color-scheme: dark)" srcSet={src.dark} />}
        <img className={styles['picture']} src={typeof src === 'string' ? src : src.light} alt={name} />
      </picture>
    );
  return href === undefined ? (
    <span className={styles['logo']}>{content}</span>
  ) : (
    <a className={styles['logo']} href={href} onClick={onClick}>
      {content}
    </a>
  );
}
