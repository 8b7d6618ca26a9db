import { type ReactNode, useMemo } from 'react';
import { createPath, type Navigator, Router } from 'react-router-dom';
import { placeAt } from '#machines/portal/place.ts';
import { usePortalSelector } from '#src/app/portal-context.tsx';
import { useAddress } from './use-address.ts';

/** Gives the router the address of the history, and reports followed links to the history. */
export function AddressRouter({ children }: { readonly children: ReactNode }) {
  const history = usePortalSelector((snapshot) => snapshot.children.history);
  const address = useAddress();
  const navigator = useMemo((): Navigator => {
    const follow: Navigator['push'] = (to) =>
      history?.send({
        type: 'link.followed',
        place: placeAt(typeof to === 'string' ? to : createPath(to)),
      });
    return {
      push: follow,
      replace: follow,
      go: () => undefined,
      createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
    };
  }, [history]);
  return (
    <Router location={address} navigator={navigator}>
      {children}
    </Router>
  );
}
