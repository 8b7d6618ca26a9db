import { type ReactNode, useEffect, useState } from 'react';
import { HeadingListener } from '#src/ui/heading.ts';
import { useBrandName } from './brand-name.ts';
import { useScreenTitle } from './screen-title.ts';
import { useText } from './text.ts';

/** Titles that the specification gives in full. */
export const WHOLE_TITLE = /^title\.result\./;

/** Gives the document the heading of its screen as its title, and says whose it is (rule 36). */
export function DocumentTitle({ children }: { readonly children: ReactNode }) {
  const text = useText();
  const brand = useBrandName();
  const key = useScreenTitle();
  const [heading, setHeading] = useState('');
  const title = WHOLE_TITLE.test(key) ? text(key) : `${heading || text(key)} · ${brand}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return <HeadingListener value={setHeading}>{children}</HeadingListener>;
}
