import { Card } from '#src/ui/card.tsx';
import { Spinner } from '#src/ui/spinner.tsx';

/** A screen on which the portal works and the person has nothing to do. */
export function Waiting({ title, hint }: { readonly title: string; readonly hint?: string }) {
  return (
    <Card title={title} lead={hint}>
      <Spinner />
    </Card>
  );
}
