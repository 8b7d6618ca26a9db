import { Card } from '#src/ui/card.tsx';
import { Spinner } from '#src/ui/spinner.tsx';

/** A waiting screen. One that waits for another page or a result (`alone`) is drawn as a result is, so that nothing moves. */
export function Waiting({
  title,
  hint,
  isResult = false,
}: {
  readonly title: string;
  readonly hint?: string;
  readonly isResult?: boolean;
}) {
  return isResult ? (
    <Card result="waiting" title={title} lead={hint} />
  ) : (
    <Card title={title} lead={hint}>
      <Spinner />
    </Card>
  );
}
