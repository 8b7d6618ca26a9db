import { useAfterHydration } from '#src/app/after-hydration.ts';
import { usePortal, usePortalSelector } from '#src/app/portal-context.tsx';
import { useText } from '#src/app/text.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';

/** Shows a login of another tab or an existing login of this browser, and offers to continue with it. */
export function TabsView() {
  const text = useText();
  const portal = usePortal();
  const otherUserId = usePortalSelector((snapshot) =>
    snapshot.can({ type: 'login.join' }) ? snapshot.context.otherTabUserId : null,
  );
  const existingUserId = usePortalSelector((snapshot) =>
    snapshot.can({ type: 'login.resume' }) ? (snapshot.context.existingLogin?.userId ?? null) : null,
  );
  const [loginUserId, messageKey, type, buttonKey] =
    otherUserId === null
      ? ([existingUserId, 'tabs.standing', 'login.resume', 'redirect.continue'] as const)
      : ([otherUserId, 'tabs.signedIn', 'login.join', 'tabs.join'] as const);
  const userId = useAfterHydration(loginUserId, null);
  return (
    <Banner tone="info">
      {userId === null ? null : (
        <>
          {text(messageKey, { userId })}{' '}
          <Button kind="secondary" onClick={() => portal.send({ type })}>
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
