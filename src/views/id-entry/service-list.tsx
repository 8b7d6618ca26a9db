import { useText } from '#src/app/text.ts';
import { Card } from '#src/ui/card.tsx';
import { ServiceButtons } from '#src/views/service-buttons.tsx';

/** Services to start from when none has asked for a login (rule 157). */
export function ServiceList() {
  const text = useText();
  return (
    <Card title={text('identity.startTitle')} lead={text('identity.startLead')}>
      <ServiceButtons />
    </Card>
  );
}
