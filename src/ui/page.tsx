import type { ReactNode } from 'react';
import styles from './page.module.css';

export interface PageProps {
  /** The logo, and after it the language switcher. */
  readonly header: ReactNode;
  /** The banners at the top of the page. They are in one live region. */
  readonly banner?: ReactNode;
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/**
 * The header, main content and footer of a page. When the height of the main content changes, its upper edge does not
 * move.
 */
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
