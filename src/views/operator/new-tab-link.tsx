import type { ReactNode } from 'react';
import { useText } from '#src/app/text.ts';
import textLink from '#src/ui/text-link.module.css';
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx';

/** A link that opens a page of the operator in a new tab. */
export function NewTabLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  const text = useText();
  return (
    <a className={textLink['link']} href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <VisuallyHidden> ({text('operator.newTab')})</VisuallyHidden>
    </a>
  );
}
