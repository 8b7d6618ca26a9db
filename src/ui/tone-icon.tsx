import { AlertIcon, CheckIcon, InfoIcon, WarningIcon } from '#src/ui/icons.tsx';

export type Tone = 'info' | 'success' | 'warning' | 'error';

const ICONS = { info: InfoIcon, success: CheckIcon, warning: WarningIcon, error: AlertIcon } as const;

/** The icon of a message, for people who cannot distinguish its colour. */
export function ToneIcon({ tone }: { readonly tone: Tone }) {
  const MessageIcon = ICONS[tone];
  return <MessageIcon />;
}
