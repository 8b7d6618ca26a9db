import type { ReactNode } from 'react';
import styles from './page.module.css';

export interface PageProps {
  /** The logo first, the language switcher last. */
  readonly header: ReactNode;
  /** {@link Banner}s at the top of the page, in one live region. */
  readonly banner?: ReactNode;
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of every screen. The card keeps its upper edge when its height changes. */
export function Page({ header, banner, footer, children }: PageProps) {
  return (
    <div className={styles['page']}>
      <div role="status" aria-atomic="false">
        {banner}
      </div>
      <header className={styles['header']}>{header}</header>
      <main className={styles['main']}>{children}</main>
      {footer ? <footer className={styles['footer']}>{footer}</footer> : null}
    </div>
  );
}
