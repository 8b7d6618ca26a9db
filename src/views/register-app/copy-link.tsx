import { useState } from 'react';
import { useText } from '#src/app/text.ts';
import { Status } from '#src/ui/status.tsx';
import { TextLink } from '#src/ui/text-link.tsx';
import facts from '#src/views/registration/facts.module.css';

/** A link that copies a text to the clipboard, and a message whether the browser has copied it. */
export function CopyLink({ value }: { readonly value: string }) {
  const text = useText();
  const [outcome, setOutcome] = useState<'registerApp.copied' | 'registerApp.notCopied' | null>(null);

  const copy = async () => {
    setOutcome(null);
    try {
      await navigator.clipboard.writeText(value);
      setOutcome('registerApp.copied');
    } catch {
      setOutcome('registerApp.notCopied');
    }
  };

  return (
    <div className={facts['caption']}>
      <TextLink onClick={() => void copy()}>{text('registerApp.copy')}</TextLink>
      <Status isShown>{outcome === null ? null : text(outcome)}</Status>
    </div>
  );
}
