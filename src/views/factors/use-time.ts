import { useIntl } from 'react-intl';

/** Writes a moment in the shown language and the time zone of the browser. @param moment epoch milliseconds */
export function useTime(): (moment: number) => string {
  const { locale } = useIntl();
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return (moment) => format.format(moment);
}
