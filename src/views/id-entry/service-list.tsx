import { useText } from '#src/app/text.ts';
import { Card } from '#src/ui/card.tsx';
import { ServiceButtons } from '#src/views/service-buttons.tsx';

/** The services to start from when no request is pending (rule 157). */
export function ServiceList() {
  const text = useText();
  return (
    <Card title={text('identity.startTitle')} lead={text('identity.startLead')}>
      <ServiceButtons />
    </Card>
  );
}
