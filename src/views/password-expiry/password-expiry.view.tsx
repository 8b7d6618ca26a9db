import { useSelector } from '@xstate/react';
import { useIntl } from 'react-intl';
import type { ActorRefFrom } from 'xstate';
import type { PasswordExpiryMachine } from '#machines/password-expiry/password-expiry.machine.ts';
import { useText } from '#src/app/text.ts';
import { PasswordSetupView } from '#src/views/password-setup/password-setup.view.tsx';
import { Waiting } from '#src/views/waiting.tsx';

/** Formats a date (`YYYY-MM-DD`, with or without a time). A text that is not a date is returned unchanged. */
function formatDay(day: string, locale: string): string {
  const at = Date.parse(day.slice(0, 10));
  if (Number.isNaN(at)) return day;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(at);
}

/**
 * The screen on which a person changes an expired password before the login continues (spec section 4, "Expiry flow").
 */
export function PasswordExpiryView({ actor }: { readonly actor: ActorRefFrom<PasswordExpiryMachine> }) {
  const { locale } = useIntl();
  const text = useText();
  const snapshot = useSelector(actor, (current) => current);
  const { reason, expiredDay } = snapshot.context;
  const setup = snapshot.children['password-setup'];
  if (!setup) return <Waiting title={text('title.passwordChange')} hint={text('passwordSetup.preparing')} />;
  return (
    <PasswordSetupView
      actor={setup as never}
      remark={text(`expiry.${reason}`, { day: formatDay(expiredDay, locale) })}
    />
  );
}
