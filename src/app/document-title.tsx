import { useEffect } from 'react';
import { titleOf } from '#machines/portal/portal.selectors.ts';
import { useBrandName } from './brand-name.ts';
import type { MessageKey } from './messages.ts';
import { usePortalSelector } from './portal-context.tsx';
import { useText } from './text.ts';

/** Titles that the specification gives whole. */
const WHOLE = /^title\.result\./;

/** The document title of the screen, in the shown language, and whose it is (decision 36). */
export function DocumentTitle() {
  const text = useText();
  const brand = useBrandName();
  const key = usePortalSelector(titleOf) as MessageKey;
  const title = WHOLE.test(key) ? text(key) : `${text(key)} · ${brand}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}
