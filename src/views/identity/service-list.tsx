import { useIntl } from 'react-intl';
import { usePortalSelector } from '#src/app/portal-context.tsx';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';

/** Services to start from when none has asked for a login (decision 157). */
export function ServiceList() {
  const text = useText();
  const { locale } = useIntl();
  const services = usePortalSelector(({ context }) => context.config.services);
  return (
    <Card title={text('identity.startTitle')} lead={text('identity.startLead')}>
      {services.map((service) => (
        <Button key={service.url} kind="secondary" href={service.url}>
          {service.name[locale === 'ko' ? 'ko' : 'en']}
        </Button>
      ))}
    </Card>
  );
}
