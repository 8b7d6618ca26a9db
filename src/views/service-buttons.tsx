import { useIntl } from 'react-intl';
import { usePortalSelector } from '#src/app/portal-context.tsx';
import { Button } from '#src/ui/button.tsx';
import styles from './service-buttons.module.css';

/** A link for each service from which a person can start, with its name in the shown language (rule 157). */
export function ServiceButtons() {
  const { locale } = useIntl();
  const services = usePortalSelector(({ context }) => context.config.services);
  return (
    <div className={styles['services']}>
      {services.map(({ name, url }) => (
        <Button key={url} kind="secondary" href={url}>
          {name[locale === 'ko' ? 'ko' : 'en']}
        </Button>
      ))}
    </div>
  );
}
