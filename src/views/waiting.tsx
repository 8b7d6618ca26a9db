import { Card } from '#src/ui/card.tsx';
import { Spinner } from '#src/ui/spinner.tsx';

/** A waiting screen. */
export function Waiting({ title, hint }: { readonly title: string; readonly hint?: string }) {
  return (
    <Card title={title} lead={hint}>
      <Spinner />
    </Card>
  );
}
