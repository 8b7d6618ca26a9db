import { usePortal, usePortalSelector } from '#src/app/portal-context.tsx';
import { useText } from '#src/app/text.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';

/** Says that somebody has signed in in another tab, and offers to go on with that login here. */
export function TabsView() {
  const text = useText();
  const portal = usePortal();
  const userId = usePortalSelector((snapshot) =>
    snapshot.can({ type: 'login.join' }) ? snapshot.context.otherLogin : null,
  );
  return (
    <Banner tone="info">
      {userId === null ? null : (
        <>
          {text('tabs.signedIn', { userId })}{' '}
          <Button kind="secondary" onClick={() => portal.send({ type: 'login.join' })}>
            {text('tabs.join')}
          </Button>
        </>
      )}
    </Banner>
  );
}
