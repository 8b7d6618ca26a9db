import { type ReactNode, useEffect, useState } from 'react';
import { HeadingListener } from '#src/ui/heading.ts';
import { useBrandName } from './brand-name.ts';
import { useScreenTitleKey } from './screen-title.ts';
import { useText } from './text.ts';

/**
 * Text keys of document titles to which the name of the portal is not appended: the specification defines the whole
 * title.
 */
export const COMPLETE_TITLE_KEYS = /^title\.result\./;

/** Sets the document title to the heading of the screen, followed by the name of the portal (rule 36). */
export function DocumentTitle({ children }: { readonly children: ReactNode }) {
  const text = useText();
  const brand = useBrandName();
  const key = useScreenTitleKey();
  const [heading, setHeading] = useState('');
  const title = COMPLETE_TITLE_KEYS.test(key) ? text(key) : `${heading || text(key)} · ${brand}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return <HeadingListener value={setHeading}>{children}</HeadingListener>;
}
