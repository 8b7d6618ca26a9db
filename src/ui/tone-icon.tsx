import { AlertIcon, CheckIcon, InfoIcon, WarningIcon } from '#src/ui/icons.tsx';

export type Tone = 'info' | 'success' | 'warning' | 'error';

const ICONS = { info: InfoIcon, success: CheckIcon, warning: WarningIcon, error: AlertIcon } as const;

/** Says the tone to those who do not see its colour. */
export function ToneIcon({ tone }: { readonly tone: Tone }) {
  const ToneShape = ICONS[tone];
  return <ToneShape />;
}
