import { usePortalSelector } from '#src/app/portal-context.tsx';
import { useText } from '#src/app/text.ts';
import type { FormEvent } from '#src/ui/form-event.ts';
import { TextLink } from '#src/ui/text-link.tsx';

/** Help for a phone that can no longer answer, with a link to register it again where the policy allows that. */
export function PhoneHelp({
  manageEvent,
}: {
  /** Link to the management; absent where the screen has its own link or is part of it. */
  readonly manageEvent: FormEvent | undefined;
}) {
  const text = useText();
  const canManage = usePortalSelector(
    ({ context: { policy } }) => policy?.canManage === true && policy.listsFactors === true,
  );
  return (
    <>
      <p>{text(canManage ? 'push.phoneGone' : 'push.phoneGoneAdmin')}</p>
      {canManage && manageEvent ? <TextLink event={manageEvent}>{text('chooser.manage')}</TextLink> : null}
    </>
  );
}
