import { useSelector } from '@xstate/react';
import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import type { Boxes } from '#machines/shared/boxes.ts';
import { useText } from '#src/app/text.ts';
import { Checkbox } from '#src/ui/checkbox.tsx';
import { useIsServerRendered } from '#src/ui/server-rendered.ts';
import { useSavedBoxes } from './saved-boxes.ts';

/** 'Always Use' and 'Send Automatically'; the second can stay on only with the first (spec section 4, rule 77). */
export function MethodBoxes({
  actor,
  name,
  isBusy,
  autoStartLabel = 'method.alwaysSend',
}: {
  readonly actor: AnyActorRef;
  /** The code of the method, under which its boxes are saved. */
  readonly name: string;
  readonly isBusy: boolean;
  /** Label of the box for the automatic start. */
  readonly autoStartLabel?: 'method.alwaysSend' | 'method.alwaysPush' | 'method.alwaysStart';
}) {
  const text = useText();
  const boxes = useSelector(actor, (snapshot: AnyMachineSnapshot): Boxes | null => snapshot.context.boxes);
  const set = useSavedBoxes(name, (changed) => {
    if (boxes) actor.send({ type: 'boxes.changed', boxes: changed });
  });
  const isServerRendered = useIsServerRendered();
  if (boxes === null) return null;
  const change = (changed: Partial<Boxes>) => set({ ...boxes, ...changed });
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
        label={text(autoStartLabel)}
        name="alwaysSend"
        checked={boxes.alwaysSend}
        onChange={(alwaysSend) => change({ alwaysSend })}
        disabled={isBusy || !(boxes.always || isServerRendered)}
      />
    </>
  );
}
