import { type ReactNode, useEffect, useState } from 'react';
import { HeadingListener } from '#src/ui/heading.ts';
import { useBrandName } from './brand-name.ts';
import { useScreenTitle } from './screen-title.ts';
import { useText } from './text.ts';

/** Titles that the specification defines completely; the name of the portal is not appended. */
export const COMPLETE_TITLE = /^title\.result\./;

/** Sets the document title to the screen's heading and the name of the portal (rule 36). */
export function DocumentTitle({ children }: { readonly children: ReactNode }) {
  const text = useText();
  const brand = useBrandName();
  const key = useScreenTitle();
  const [heading, setHeading] = useState('');
  const title = COMPLETE_TITLE.test(key) ? text(key) : `${heading || text(key)} · ${brand}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return <HeadingListener value={setHeading}>{children}</HeadingListener>;
}
