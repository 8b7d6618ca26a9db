import { useAfterHydration } from '#src/app/after-hydration.ts';
import { usePortal, usePortalSelector } from '#src/app/portal-context.tsx';
import { useText } from '#src/app/text.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';

/** Says who is signed in in this browser, from another tab or from earlier, and offers to continue with that login. */
export function TabsView() {
  const text = useText();
  const portal = usePortal();
  const other = usePortalSelector((snapshot) =>
    snapshot.can({ type: 'login.join' }) ? snapshot.context.otherLogin : null,
  );
  const existing = usePortalSelector((snapshot) =>
    snapshot.can({ type: 'login.resume' }) ? (snapshot.context.existingLogin?.userId ?? null) : null,
  );
  const [person, messageKey, type, buttonKey] =
    other === null
      ? ([existing, 'tabs.standing', 'login.resume', 'redirect.continue'] as const)
      : ([other, 'tabs.signedIn', 'login.join', 'tabs.join'] as const);
  const userId = useAfterHydration(person, null);
  return (
    <Banner tone="info">
      {userId === null ? null : (
        <>
          {text(messageKey, { userId })}{' '}
          <Button kind="secondary" onClick={() => portal.send({ type })}>
            {text(buttonKey)}
          </Button>
          {other === null ? (
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
