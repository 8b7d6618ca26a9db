import { useIntl } from 'react-intl';
import { usePortalSelector } from '#src/app/portal-context.tsx';
import { useIsServerRendered } from '#src/ui/server-rendered.ts';

/**
 * Returns a function that formats a date and time (epoch milliseconds) in the shown language. Uses the time zone of the
 * browser, or the time zone of the server while the server renders the page.
 */
export function useFormatTime(): (epochMs: number) => string {
  const { locale } = useIntl();
  const isServerRendered = useIsServerRendered();
  const timeZone = usePortalSelector(({ context }) => context.config.timeZone);
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    ...(isServerRendered && timeZone && { timeZone }),
  });
  return (epochMs) => format.format(epochMs);
}
