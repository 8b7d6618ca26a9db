import { useEffect } from 'react';

/** Scrolls to the part of the page that a link names by its id, and focuses it, which marks it. */
export function useLinkTarget(id: string | null): void {
  useEffect(() => {
    const target = document.getElementById(id ?? '');
    target?.scrollIntoView({ block: 'center' });
    target?.focus({ preventScroll: true });
  }, [id]);
}
