import { useEffect } from 'react';
import { titleOf } from '#machines/portal/portal.selectors.ts';
import type { MessageKey } from './messages.ts';
import { usePortalSelector } from './portal-context.tsx';
import { useText } from './text.ts';

/** The document title of the screen, in the shown language (decision 36). */
export function DocumentTitle() {
  const text = useText();
  const title = text(usePortalSelector(titleOf) as MessageKey);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}
