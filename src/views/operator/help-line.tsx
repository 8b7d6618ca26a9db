import { useIntl } from 'react-intl';
import { useBranding } from '#src/app/branding-context.ts';
import { useText } from '#src/app/text.ts';
import { NewTabLink } from './new-tab-link.tsx';

/** The contact and the help link of the operator. Renders nothing if the operator has configured neither of them. */
export function HelpLine() {
  const text = useText();
  const { locale } = useIntl();
  const { help, contact } = useBranding();
  if (!help && !contact) return null;
  return (
    <>
      {contact ? (
        <p>{text('operator.contact', { contact: contact[locale === 'ko' ? 'ko' : 'en'] })}</p>
      ) : null}
      {help ? (
        <p>
          <NewTabLink href={help}>{text('operator.help')}</NewTabLink>
        </p>
      ) : null}
    </>
  );
}
