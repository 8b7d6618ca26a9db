import { useIntl } from 'react-intl';
import { usePortalSelector } from '#src/app/portal-context.tsx';
import { useIsServerRendered } from '#src/ui/server-rendered.ts';

/**
 * Formats an instant in the shown language and the time zone of the browser; while the server renders, in the server's.
 * @returns a function of epoch milliseconds
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
