import { useAfterHydration } from '#src/app/after-hydration.ts';
import { usePortal, usePortalSelector } from '#src/app/portal-context.tsx';
import { useText } from '#src/app/text.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';

/** A banner that offers to continue with a login of another tab, or with the existing login of this browser. */
export function TabsView() {
  const text = useText();
  const portal = usePortal();
  const otherUserId = usePortalSelector((snapshot) =>
    snapshot.can({ type: 'login.join' }) ? snapshot.context.otherTabUserId : null,
  );
  const existingUserId = usePortalSelector((snapshot) =>
    snapshot.can({ type: 'login.resume' }) ? (snapshot.context.existingLogin?.userId ?? null) : null,
  );
  const { messageKey, eventType, buttonKey } =
    otherUserId === null
      ? ({ messageKey: 'tabs.standing', eventType: 'login.resume', buttonKey: 'redirect.continue' } as const)
      : ({ messageKey: 'tabs.signedIn', eventType: 'login.join', buttonKey: 'tabs.join' } as const);
  const userId = useAfterHydration(otherUserId ?? existingUserId, null);
  return (
    <Banner tone="info">
      {userId === null ? null : (
        <>
          {text(messageKey, { userId })}{' '}
          <Button kind="secondary" onClick={() => portal.send({ type: eventType })}>
            {text(buttonKey)}
          </Button>
          {otherUserId === null ? (
            <>
              {' '}
              <Button kind="secondary" onClick={() => portal.send({ type: 'login.manage' })}>
                {text('tabs.manage')}
              </Button>{' '}
              <Button kind="secondary" href="/logout">
                {text('tabs.signOut')}
              </Button>
            </>
          ) : null}
        </>
      )}
    </Banner>
  );
}
