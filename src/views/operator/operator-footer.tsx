import { useIntl } from 'react-intl';
import { useBranding } from '#src/app/branding-context.ts';
import { useText } from '#src/app/text.ts';
import { NewTabLink } from './new-tab-link.tsx';
import styles from './operator-footer.module.css';

/** The links and the contact of the operator, below every screen. */
export function OperatorFooter() {
  const text = useText();
  const { locale } = useIntl();
  const { help, contact, privacy, terms } = useBranding();
  return (
    <ul className={styles['list']}>
      {contact ? (
        <li>{text('operator.contact', { contact: contact[locale === 'ko' ? 'ko' : 'en'] })}</li>
      ) : null}
      {help ? (
        <li>
          <NewTabLink href={help}>{text('operator.help')}</NewTabLink>
        </li>
      ) : null}
      {privacy ? (
        <li>
          <NewTabLink href={privacy}>{text('operator.privacy')}</NewTabLink>
        </li>
      ) : null}
      {terms ? (
        <li>
          <NewTabLink href={terms}>{text('operator.terms')}</NewTabLink>
        </li>
      ) : null}
    </ul>
  );
}
