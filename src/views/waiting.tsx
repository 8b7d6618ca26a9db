import { Card } from '#src/ui/card.tsx';
import { Spinner } from '#src/ui/spinner.tsx';

/** A waiting screen. With `isResult`, it has the layout of a result, so that nothing moves when the result appears. */
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
