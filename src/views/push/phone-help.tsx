import { usePortalSelector } from '#src/app/portal-context.tsx';
import { useText } from '#src/app/text.ts';
import type { FormEvent } from '#src/ui/form-event.ts';
import { TextLink } from '#src/ui/text-link.tsx';

/** Help for a person whose phone gets no pushes, with a link to register the phone again, if the policy allows it. */
export function PhoneHelp({
  manageEvent,
}: {
  /**
   * The event of the link to the management. Undefined if the screen has such a link already, or is part of the
   * management.
   */
  readonly manageEvent: FormEvent | undefined;
}) {
  const text = useText();
  const canManage = usePortalSelector(
    ({ context: { policy } }) => policy?.canManage === true && policy.listsFactors === true,
  );
  return (
    <>
      <p>{text(canManage ? 'push.appGone' : 'push.appGoneContactAdmin')}</p>
      {canManage && manageEvent ? <TextLink event={manageEvent}>{text('chooser.manage')}</TextLink> : null}
    </>
  );
}
