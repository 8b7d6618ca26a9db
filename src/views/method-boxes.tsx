import { useText } from '#src/app/text.ts';
import { Checkbox } from '#src/ui/checkbox.tsx';

export type Boxes = { readonly always: boolean; readonly alwaysSend: boolean };

/** 'Always Use' and 'Send Automatically'; the second can stay on only with the first (spec section 4, decision 77). */
export function MethodBoxes({
  always,
  alwaysSend,
  onChange,
  isBusy,
}: Boxes & { readonly onChange: (boxes: Boxes) => void; readonly isBusy: boolean }) {
  const text = useText();
  return (
    <>
      <Checkbox
        label={text('method.always')}
        name="always"
        checked={always}
        onChange={(checked) => onChange({ always: checked, alwaysSend: checked && alwaysSend })}
        disabled={isBusy}
      />
      <Checkbox
        label={text('method.alwaysSend')}
        name="alwaysSend"
        checked={alwaysSend}
        onChange={(checked) => onChange({ always, alwaysSend: checked })}
        disabled={isBusy || !always}
      />
    </>
  );
}
