import { useSelector } from '@xstate/react';
import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import type { Boxes } from '#machines/shared/login.ts';
import { useText } from '#src/app/text.ts';
import { Checkbox } from '#src/ui/checkbox.tsx';

/** 'Always Use' and 'Send Automatically'; the second can stay on only with the first (spec section 4, decision 77). */
export function MethodBoxes({ actor, isBusy }: { readonly actor: AnyActorRef; readonly isBusy: boolean }) {
  const text = useText();
  const boxes = useSelector(actor, (snapshot: AnyMachineSnapshot): Boxes | null => snapshot.context.boxes);
  if (boxes === null) return null;
  const change = (changed: Partial<Boxes>) =>
    actor.send({ type: 'boxes.changed', boxes: { ...boxes, ...changed } });
  return (
    <>
      <Checkbox
        label={text('method.always')}
        name="always"
        checked={boxes.always}
        onChange={(always) => change({ always })}
        disabled={isBusy}
      />
      <Checkbox
        label={text('method.alwaysSend')}
        name="alwaysSend"
        checked={boxes.alwaysSend}
        onChange={(alwaysSend) => change({ alwaysSend })}
        disabled={isBusy || !boxes.always}
      />
    </>
  );
}
