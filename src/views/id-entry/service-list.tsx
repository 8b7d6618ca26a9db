import { useText } from '#src/app/text.ts';
import { Card } from '#src/ui/card.tsx';
import { ServiceButtons } from '#src/views/service-buttons.tsx';

/** The screen from which a person starts at a service, if no request is pending (rule 157). */
export function ServiceList() {
  const text = useText();
  return (
    <Card title={text('identity.startTitle')} lead={text('identity.startLead')}>
      <ServiceButtons />
    </Card>
  );
}
