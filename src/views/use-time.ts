import { useIntl } from 'react-intl';
import { usePortalSelector } from '#src/app/portal-context.tsx';
import { useServerRendered } from '#src/ui/server-rendered.ts';

/**
 * Writes a moment in the shown language and the time zone of the browser, or of the server where it draws the page.
 * @param moment epoch milliseconds
 */
export function useTime(): (moment: number) => string {
  const { locale } = useIntl();
  const isServerRendered = useServerRendered();
  const timeZone = usePortalSelector(({ context }) => context.config.timeZone);
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    ...(isServerRendered && timeZone && { timeZone }),
  });
  return (moment) => format.format(moment);
}
