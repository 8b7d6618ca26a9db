import { usePortalSelector } from '#src/app/portal-context.tsx';
import { useText } from '#src/app/text.ts';
import type { FormEvent } from '#src/ui/form-event.ts';
import { TextLink } from '#src/ui/text-link.tsx';

/** What to do when the phone can no longer answer, with the way to register it again where the policy allows that. */
export function PhoneGone({
  manage,
}: {
  /** Leads to the management; absent where the screen has a link of its own or is part of it. */
  readonly manage: FormEvent | undefined;
}) {
  const text = useText();
  const canManage = usePortalSelector(
    ({ context: { policy } }) => policy?.canManage === true && policy.listsFactors === true,
  );
  return (
    <>
      <p>{text(canManage ? 'push.phoneGone' : 'push.phoneGoneAdmin')}</p>
      {canManage && manage ? <TextLink event={manage}>{text('chooser.manage')}</TextLink> : null}
    </>
  );
}
