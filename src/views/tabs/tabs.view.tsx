import { useAfterHydration } from '#src/app/after-hydration.ts';
import { usePortal, usePortalSelector } from '#src/app/portal-context.tsx';
import { useText } from '#src/app/text.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';

/** Says who is signed in in this browser, by another tab or from before, and offers to go on with that login here. */
export function TabsView() {
  const text = useText();
  const portal = usePortal();
  const other = usePortalSelector((snapshot) =>
    snapshot.can({ type: 'login.join' }) ? snapshot.context.otherLogin : null,
  );
  const existing = usePortalSelector((snapshot) =>
    snapshot.can({ type: 'login.resume' }) ? (snapshot.context.existingLogin?.userId ?? null) : null,
  );
  const [named, said, type, way] =
    other === null
      ? ([existing, 'tabs.standing', 'login.resume', 'redirect.continue'] as const)
      : ([other, 'tabs.signedIn', 'login.join', 'tabs.join'] as const);
  const userId = useAfterHydration(named, null);
  return (
    <Banner tone="info">
      {userId === null ? null : (
        <>
          {text(said, { userId })}{' '}
          <Button kind="secondary" onClick={() => portal.send({ type })}>
            {text(way)}
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
