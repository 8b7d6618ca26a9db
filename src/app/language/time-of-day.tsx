import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { usePortalSelector } from '#src/app/portal-context.tsx';
import { useText } from '#src/app/text.ts';
import { FormatTimeOfDay } from '#src/ui/time-of-day.ts';

/** Provides the function that formats the time at which a countdown ends, in the time zone of the server (rule 236). */
export function TimeOfDayProvider({ children }: { readonly children: ReactNode }) {
  const { locale } = useIntl();
  const text = useText();
  const timeZone = usePortalSelector(({ context }) => context.config.timeZone);
  const formatDeadline = (deadline: number) =>
    text('time.until', {
      time: new Intl.DateTimeFormat(locale, {
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
        ...(timeZone && { timeZone }),
      }).format(deadline),
    });
  return <FormatTimeOfDay value={formatDeadline}>{children}</FormatTimeOfDay>;
}
