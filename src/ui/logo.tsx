import type { MouseEvent } from 'react';
import { GateSymbol } from '#src/ui/gate-symbol.tsx';
import styles from './logo.module.css';

export interface LogoProps {
  /** Name of the product or of the operator; also the alternative text of the picture. */
  readonly name: string;
  /** Picture of the operator, or one for each theme. Without it the mark and the name are shown. */
  readonly src?: string | { readonly light: string; readonly dark: string } | undefined;
  readonly href?: string | undefined;
  readonly onClick?: ((event: MouseEvent<HTMLAnchorElement>) => void) | undefined;
}

/** The logo link (spec section 2, "Logo"); without `href` it is only an image. */
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
