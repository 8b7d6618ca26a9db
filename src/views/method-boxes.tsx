import { useSelector } from '@xstate/react';
import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import type { Boxes } from '#machines/shared/boxes.ts';
import { useText } from '#src/app/text.ts';
import { Checkbox } from '#src/ui/checkbox.tsx';
import { useIsServerRendered } from '#src/ui/server-rendered.ts';
import { useSavedBoxes } from './saved-boxes.ts';

/**
 * The check boxes 'Always Use' and 'Send Automatically' of a method. 'Send Automatically' can be on only if 'Always
 * Use' is on (spec section 4, rule 77).
 */
export function MethodBoxes({
  actor,
  name,
  isBusy,
  autoStartLabel = 'method.alwaysSend',
}: {
  readonly actor: AnyActorRef;
  /** The type code of the method, under which the check boxes are saved. */
  readonly name: string;
  readonly isBusy: boolean;
  /** The label of the second check box, for a method that starts something else than sending a code. */
  readonly autoStartLabel?: 'method.alwaysSend' | 'method.alwaysPush' | 'method.alwaysStart';
}) {
  const text = useText();
  const boxes = useSelector(actor, (snapshot: AnyMachineSnapshot): Boxes | null => snapshot.context.boxes);
  const setBoxes = useSavedBoxes(name, (newBoxes) => {
    if (boxes) actor.send({ type: 'boxes.changed', boxes: newBoxes });
  });
  const isServerRendered = useIsServerRendered();
  if (boxes === null) return null;
  const changeBoxes = (changes: Partial<Boxes>) => setBoxes({ ...boxes, ...changes });
  return (
    <>
      <Checkbox
        label={text('method.always')}
        name="always"
        checked={boxes.always}
        onChange={(always) => changeBoxes({ always })}
        disabled={isBusy}
      />
      <Checkbox
        label={text(autoStartLabel)}
        name="alwaysSend"
        checked={boxes.alwaysSend}
        onChange={(alwaysSend) => changeBoxes({ alwaysSend })}
        disabled={isBusy || !(boxes.always || isServerRendered)}
      />
    </>
  );
}
